module old

go 1.26.0

require github.com/mark3labs/mcp-go v0.20.1

require github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
