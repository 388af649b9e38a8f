package knowledge

import (
	"strings"
	"sync"
)

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
	s, ok := clientParams()[name]
	return s, ok
}

// RequestParamsType is like [ClientParamsType] for types that client calls
// and server handlers share. They make a function a sink only if it is named
// like CallTool.
func RequestParamsType(name string) (Sink, bool) {
	s, ok := requestParams()[name]
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

// The import paths of the SDKs that fill most rows.
const (
	goSDK     = "github.com/modelcontextprotocol/go-sdk/"
	mcpGo     = "github.com/mark3labs/mcp-go/"
	trpc      = "trpc.group/trpc-go/trpc-mcp-go"
	metoro    = "github.com/metoro-io/mcp-golang"
	thinkInAI = "github.com/ThinkInAIXYZ/go-mcp/"
	viant     = "github.com/viant/mcp"
	voocel    = "github.com/voocel/mcp-sdk-go/"
	tmc       = "github.com/tmc/mcp"
	riza      = "github.com/riza-io/mcp-go"
	adkV1     = "google.golang.org/adk/tool/mcptoolset"
	adkV2     = "google.golang.org/adk/v2/tool/mcptoolset"
	einoExt   = "github.com/cloudwego/eino-ext/components/tool/mcp"
)

// Where the SDKs' own parameter structs keep the tool, its arguments and
// _meta. Source: the structs themselves, checked by TestRealModules.
var (
	flatParams    = paramsAt(1, "Name", "Arguments", "Meta")
	wrappedParams = paramsAt(1, "Params.Name", "Params.Arguments", "Params.Meta")
	// riza-io wraps the parameters in a generic request.
	rizaParams = paramsAt(1, "Params.Name", "Params.Arguments", "")
)

// MetaRest is the field of mcp-go's _meta whose entries are sent beside the
// others.
const MetaRest = "AdditionalFields"

// MetaFromMap reports whether the function named fullName makes _meta of a map.
func MetaFromMap(fullName string) bool { return fullName == mcpGo+"mcp.NewMetaFromMap" }

// clientParams holds the types that only clients pass.
var clientParams = sync.OnceValue(func() map[string]Sink {
	return map[string]Sink{
		goSDK + "mcp.CallToolParams":                                 flatParams,
		voocel + "protocol.CallToolParams":                           flatParams,
		"github.com/viant/mcp-protocol/schema.CallToolRequestParams": flatParams,
	}
})

// requestParams holds the types that server handlers receive too: for mcp-go,
// trpc-mcp-go and ThinkInAI the handler type has the client's signature. The
// generic CallToolParamsFor is what go-sdk v0.2.0 called its parameters.
var requestParams = sync.OnceValue(func() map[string]Sink {
	return map[string]Sink{
		mcpGo + "mcp.CallToolRequest":          wrappedParams,
		trpc + ".CallToolRequest":              wrappedParams,
		thinkInAI + "protocol.CallToolRequest": flatParams,
		goSDK + "mcp.CallToolParamsFor":        flatParams,
	}
})

// sinks holds every function and method of a known library that issues
// tools/call, read in the sources of the newest versions and, where a version
// is named, of older ones.
var sinks = sync.OnceValue(func() map[string]Sink {
	return byFunc(
		// go-sdk. CallTool of v0.2.0 took *CallToolParamsFor[any].
		flatParams.of("(*"+goSDK+"mcp.ClientSession).CallTool"),

		// mcp-go.
		wrappedParams.of(
			"(*"+mcpGo+"client.Client).CallTool",
			"("+mcpGo+"client.MCPClient).CallTool",
			"(*"+mcpGo+"client.SSEMCPClient).CallTool",   // <= v0.20
			"(*"+mcpGo+"client.StdioMCPClient).CallTool", // <= v0.20
		),
		// Any request goes through SendRequest: tools/call only if Method says so.
		Sink{Params: 1, Name: "Params.Name", Args: "Params.Arguments", Meta: "Params.Meta", NameArg: -1, ArgsArg: -1, Method: "Method"}.of(
			"("+mcpGo+"client/transport.Interface).SendRequest",
			"(*"+mcpGo+"client/transport.StreamableHTTP).SendRequest",
			"(*"+mcpGo+"client/transport.SSE).SendRequest",
			"(*"+mcpGo+"client/transport.Stdio).SendRequest",
			"(*"+mcpGo+"client/transport.InProcessTransport).SendRequest",
			"(*"+mcpGo+"client/transport.LoggingTransport).SendRequest",
		),

		// trpc-mcp-go. SessionClient embeds Connector and keeps its method name.
		wrappedParams.of(
			"(*"+trpc+".Client).CallTool",
			"(*"+trpc+".StdioClient).CallTool",
			"("+trpc+".Connector).CallTool",
		),

		// Smaller SDKs. Those of tmc, riza-io and i2y are not served by the module
		// proxy: their names were read in their repositories (see TestRealModules).
		direct(1, 2).of("(*"+metoro+".Client).CallTool"),
		flatParams.of(
			"(*"+thinkInAI+"client.Client).CallTool",
			"(*"+thinkInAI+"client.Client).CallToolWithProgressChan",
			"(*"+viant+"/client.Client).CallTool",
			"("+viant+"/client.Interface).CallTool",
			"(*"+voocel+"client.ClientSession).CallTool",
			"(*"+voocel+"client.ClientSession).CallToolAsTask",
		),
		flatParams.of("(*"+tmc+".Client).CallTool", "(*"+tmc+".PerformanceAwareClient).CallTool"),
		direct(2, 3).of(tmc+".CallToolTyped"),
		Sink{Params: 2, Name: "Name", Args: "Arguments", Meta: "Meta", NameArg: -1, ArgsArg: -1, MethodArg: 1}.of(
			"(*"+tmc+".Client).Call",
			"(*"+tmc+".Client).CallRaw",
		),
		rizaParams.of("(*"+riza+".Client).CallTool"),

		// Interfaces of agent frameworks over the SDKs above.
		flatParams.of(
			"("+adkV1+".MCPClient).CallTool",
			"("+adkV2+".MCPClient).CallTool",
			"(*"+einoExt+"/officialmcp/session.Session).CallTool",
			"("+einoExt+"/officialmcp.ClientSession).CallTool",
		),
		direct(1, 2).of("(github.com/nlpodyssey/openai-agents-go/agents.MCPServer).CallTool"),
		wrappedParams.of("(github.com/i2y/langchaingo-mcp-adapter.MCPClientInterface).CallTool"),
	)
})

// paramsAt describes a sink whose parameters are a struct at argument arg.
func paramsAt(arg int, name, args, meta string) Sink {
	return Sink{Params: arg, Name: name, Args: args, Meta: meta, NameArg: -1, ArgsArg: -1}
}

// direct describes a sink that takes the tool's name and its arguments one by
// one.
func direct(name, args int) Sink { return Sink{Params: -1, NameArg: name, ArgsArg: args} }

// of returns the sink under each of the names.
func (s Sink) of(fullNames ...string) []Sink {
	out := make([]Sink, len(fullNames))
	for i, n := range fullNames {
		s.Func = n
		out[i] = s
	}
	return out
}

func byFunc(groups ...[]Sink) map[string]Sink {
	m := make(map[string]Sink)
	for _, g := range groups {
		for _, s := range g {
			m[s.Func] = s
		}
	}
	return m
}

// set returns the set of the given names.
func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}
