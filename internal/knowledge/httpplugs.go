package knowledge

import "sync"

// plugFields: the client fields of the transports. Those of the options
// existed in go-sdk up to v0.4.
var plugFields = sync.OnceValue(func() map[string]bool {
	return set(
		goSDK+"mcp.StreamableClientTransport.HTTPClient",
		goSDK+"mcp.SSEClientTransport.HTTPClient",
		goSDK+"mcp.StreamableClientTransportOptions.HTTPClient",
		goSDK+"mcp.SSEClientTransportOptions.HTTPClient",
		voocel+"transport/streamable.StreamableClientTransport.HTTPClient",
		einoExt+"/officialmcp/session.TransportConfig.HTTPClient",
	)
})

// plugArgs: options that take a client. trpc-mcp-go's takes a handler that
// sends the requests. mcp-go's OAuthConfig.HTTPClient fetches metadata and
// tokens only and is none of these.
var plugArgs = sync.OnceValue(func() map[string]int {
	return map[string]int{
		mcpGo + "client/transport.WithHTTPBasicClient":                    0,
		mcpGo + "client/transport.WithHTTPClient":                         0,
		mcpGo + "client.WithHTTPClient":                                   0,
		trpc + ".WithHTTPReqHandler":                                      0,
		thinkInAI + "transport.WithStreamableHTTPClientOptionHTTPClient":  0,
		thinkInAI + "transport.WithSSEClientOptionHTTPClient":             0,
		voocel + "transport/streamable.WithHTTPClient":                    0,
		voocel + "transport/sse.WithHTTPClient":                           0,
		"(*" + metoro + "/transport/http.HTTPClientTransport).WithClient": 0,
		"(*" + viant + ".ClientOptions).SetAuthTransport":                 1,
	}
})

var headerArgs = sync.OnceValue(func() map[string]int {
	return map[string]int{
		mcpGo + "client/transport.WithHTTPHeaders":                        0,
		mcpGo + "client/transport.WithHTTPHeaderFunc":                     0,
		mcpGo + "client/transport.WithHeaders":                            0,
		mcpGo + "client/transport.WithHeaderFunc":                         0,
		mcpGo + "client.WithHeaders":                                      0,
		mcpGo + "client.WithHeaderFunc":                                   0,
		trpc + ".WithHTTPHeaders":                                         0,
		thinkInAI + "transport.WithStreamableHTTPClientOptionHeader":      0,
		"(*" + metoro + "/transport/http.HTTPClientTransport).WithHeader": 0,
	}
})

var headerFields = sync.OnceValue(func() map[string]bool {
	return set(
		mcpGo+"mcp.CallToolRequest.Header",
		mcpGo+"client/transport.JSONRPCRequest.Header",
		einoExt+"/officialmcp/session.TransportConfig.Headers",
		trpcAgent+".ConnectionConfig.Headers",
	)
})
