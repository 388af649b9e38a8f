module github.com/mcprecovery/mcplint/recovery

go 1.26.0
