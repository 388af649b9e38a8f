module old

go 1.26.0

require github.com/modelcontextprotocol/go-sdk v0.4.0

require (
	github.com/google/jsonschema-go v0.2.1-0.20250825175020-748c325cec76 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
)
