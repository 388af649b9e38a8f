package knowledge

import "strings"

// SinkOf returns the sink named fullName.
func SinkOf(fullName string) (Sink, bool) {
	s, ok := sinks()[fullName]
	return s, ok
}

// ClientParamsType returns how calls made with the struct type named name
// ("example.com/pkg.Type") as a parameter are read. Any function, method,
// interface method or function value with such a parameter (or a pointer to
// it), a context and an error result issues tools/call: servers receive
// another type.
func ClientParamsType(name string) (Sink, bool) {
	s, ok := clientParams[name]
	return s, ok
}

// RequestParamsType is like [ClientParamsType] for types that client calls
// and server handlers share. They make a function a sink only if it is named
// like CallTool.
func RequestParamsType(name string) (Sink, bool) {
	s, ok := requestParams[name]
	return s, ok
}

// SDKPrefixes are the import paths of the MCP SDKs. A package is part of an
// SDK if its path is one of them or lies below one.
var SDKPrefixes = []string{
	"github.com/modelcontextprotocol/go-sdk",
	"github.com/mark3labs/mcp-go",
	"trpc.group/trpc-go/trpc-mcp-go",
	"github.com/metoro-io/mcp-golang",
	"github.com/ThinkInAIXYZ/go-mcp",
	"github.com/viant/mcp",
	"github.com/viant/mcp-protocol",
	"github.com/tmc/mcp",
	"github.com/voocel/mcp-sdk-go",
	"github.com/riza-io/mcp-go",
}

// IsSDK reports whether the package at pkgPath belongs to an MCP SDK.
func IsSDK(pkgPath string) bool {
	if strings.Contains(pkgPath, "[") {
		pkgPath = strip(pkgPath)
	}
	for _, p := range SDKPrefixes {
		if below(pkgPath, p) {
			return true
		}
	}
	return false
}

const (
	goSDK = "github.com/modelcontextprotocol/go-sdk/"
	mcpGo = "github.com/mark3labs/mcp-go/"
)

// Field paths of the parameters of the SDKs.
var (
	goSDKParams = Sink{Params: 1, Name: "Name", Args: "Arguments", Meta: "Meta", NameArg: -1, ArgsArg: -1}
	mcpGoParams = Sink{Params: 1, Name: "Params.Name", Args: "Params.Arguments", Meta: "Params.Meta", NameArg: -1, ArgsArg: -1}
)

var clientParams = map[string]Sink{
	goSDK + "mcp.CallToolParams": goSDKParams,
}

var requestParams = map[string]Sink{
	mcpGo + "mcp.CallToolRequest": mcpGoParams,
}

func sinks() map[string]Sink {
	return map[string]Sink{
		"(*" + goSDK + "mcp.ClientSession).CallTool": named(goSDKParams, "(*"+goSDK+"mcp.ClientSession).CallTool"),
		"(*" + mcpGo + "client.Client).CallTool":     named(mcpGoParams, "(*"+mcpGo+"client.Client).CallTool"),
		"(" + mcpGo + "client.MCPClient).CallTool":   named(mcpGoParams, "("+mcpGo+"client.MCPClient).CallTool"),
	}
}

func named(s Sink, fullName string) Sink {
	s.Func = fullName
	return s
}
