package knowledge

import (
	"strings"
	"sync"
)

// An Identity is a kind of value that belongs to the transport of a request
// and not to the operation it asks for.
type Identity uint8

// The transport identities.
const (
	NoIdentity     Identity = iota
	RPCID                   // counts from 1 on every connection; a retry has another
	SessionID               // changes on reconnect; empty on stdio, stateless and 2026-07-28 sessions
	EventID                 // the cursor of one stream
	ProgressToken           // one per call
	SubscriptionID          // one per subscription
	RequestState            // known only after the first answer
	TaskID                  // known only after the first answer
)

func (i Identity) String() string {
	return [...]string{"no identity", "JSON-RPC id", "session id", "event id", "progress token",
		"subscription id", "request state", "task id"}[i]
}

// IdentityOf returns what the function or method named fullName returns.
func IdentityOf(fullName string) (Identity, bool) {
	i, ok := identityFuncs()[fullName]
	return i, ok
}

// IdentityField returns what the field named name
// ("example.com/pkg.Type.Field") holds.
func IdentityField(name string) (Identity, bool) {
	i, ok := identityFields()[name]
	return i, ok
}

// IdentityHeader returns what the HTTP header named name, in any case,
// carries.
func IdentityHeader(name string) (Identity, bool) {
	i, ok := identityHeaders()[CanonicalHeader(name)]
	return i, ok
}

// IdentityKey returns what the JSON field, map entry or struct tag named key
// holds in a message of the protocol, for hand-written clients.
func IdentityKey(key string) (Identity, bool) {
	name, _, _ := strings.Cut(key, ",")
	i, ok := identityKeys()[name]
	return i, ok
}

// identityFuncs: accessors of the SDKs, source as for the sinks. Results that
// are errors beside the value do not count.
var identityFuncs = sync.OnceValue(func() map[string]Identity {
	return map[string]Identity{
		"(*" + goSDK + "mcp.ClientSession).ID":                             SessionID,
		"(*" + goSDK + "mcp.ServerSession).ID":                             SessionID,
		"(" + goSDK + "mcp.Session).ID":                                    SessionID,
		"(" + goSDK + "mcp.Connection).SessionID":                          SessionID,
		"(*" + mcpGo + "client.Client).GetSessionId":                       SessionID,
		"(" + mcpGo + "client/transport.Interface).GetSessionId":           SessionID,
		"(*" + mcpGo + "client/transport.StreamableHTTP).GetSessionId":     SessionID,
		"(*" + mcpGo + "client/transport.SSE).GetSessionId":                SessionID,
		"(*" + mcpGo + "client/transport.Stdio).GetSessionId":              SessionID,
		"(*" + mcpGo + "client/transport.InProcessTransport).GetSessionId": SessionID,
		"(*" + mcpGo + "client/transport.LoggingTransport).GetSessionId":   SessionID,
		"(" + mcpGo + "server.ClientSession).SessionID":                    SessionID,
		"(*" + trpc + ".Client).GetSessionID":                              SessionID,
		"(" + trpc + ".SessionClient).GetSessionID":                        SessionID,
		"(" + trpc + ".Session).GetID":                                     SessionID,
		"(*" + voocel + "client.ClientSession).ID":                         SessionID,

		"(" + goSDK + "internal/jsonrpc2.ID).Raw": RPCID, // jsonrpc.ID
		goSDK + "jsonrpc.MakeID":                  RPCID,
		"(" + mcpGo + "mcp.RequestId).Value":      RPCID,
		"(" + mcpGo + "mcp.RequestId).String":     RPCID,
		mcpGo + "mcp.NewRequestId":                RPCID,

		"(*" + goSDK + "mcp.CallToolParams).GetProgressToken":    ProgressToken,
		"(*" + goSDK + "mcp.CallToolParamsRaw).GetProgressToken": ProgressToken,
		"(" + goSDK + "mcp.RequestParams).GetProgressToken":      ProgressToken,
		"(*" + mcpGo + "mcp.Meta).SubscriptionID":                SubscriptionID,
		"(*" + trpc + ".TaskError).TaskID":                       TaskID,
	}
})

// identityFields: fields of the SDKs. Types that are aliases appear under the
// name of what they stand for.
var identityFields = sync.OnceValue(func() map[string]Identity {
	return map[string]Identity{
		goSDK + "internal/jsonrpc2.Request.ID":                    RPCID,
		goSDK + "internal/jsonrpc2.Response.ID":                   RPCID,
		goSDK + "mcp.CancelledParams.RequestID":                   RPCID,
		mcpGo + "client/transport.JSONRPCRequest.ID":              RPCID,
		mcpGo + "client/transport.JSONRPCResponse.ID":             RPCID,
		mcpGo + "mcp.JSONRPCRequest.ID":                           RPCID,
		mcpGo + "mcp.JSONRPCResponse.ID":                          RPCID,
		mcpGo + "mcp.JSONRPCError.ID":                             RPCID,
		trpc + ".JSONRPCRequest.ID":                               RPCID,
		trpc + ".JSONRPCResponse.ID":                              RPCID,
		trpc + ".JSONRPCError.ID":                                 RPCID,
		thinkInAI + "protocol.JSONRPCRequest.ID":                  RPCID,
		thinkInAI + "protocol.JSONRPCResponse.ID":                 RPCID,
		voocel + "protocol.CancelledNotificationParams.RequestID": RPCID,
		voocel + "protocol.JSONRPCMessage.ID":                     RPCID,
		"github.com/viant/mcp/client.RequestOptions.RequestId":    RPCID,
		"github.com/viant/jsonrpc.Request.Id":                     RPCID,
		"github.com/viant/jsonrpc.Response.Id":                    RPCID,
		"github.com/viant/mcp-protocol/schema.CallToolRequest.Id": RPCID,

		goSDK + "mcp.ProgressNotificationParams.ProgressToken":                          ProgressToken,
		mcpGo + "mcp.Meta.ProgressToken":                                                ProgressToken,
		mcpGo + "mcp.ProgressNotificationParams.ProgressToken":                          ProgressToken,
		trpc + ".RequestMeta.ProgressToken":                                             ProgressToken,
		thinkInAI + "protocol.ProgressNotification.ProgressToken":                       ProgressToken,
		voocel + "protocol.ProgressNotificationParams.ProgressToken":                    ProgressToken,
		"github.com/viant/mcp-protocol/schema.CallToolRequestParamsMeta.ProgressToken":  ProgressToken,
		"github.com/viant/mcp-protocol/schema.ProgressNotificationParams.ProgressToken": ProgressToken,

		goSDK + "mcp.Event.ID":                   EventID,
		voocel + "transport/streamable.Event.ID": EventID,

		goSDK + "mcp.CallToolResult.RequestState":       RequestState,
		goSDK + "mcp.CallToolParams.RequestState":       RequestState,
		goSDK + "mcp.GetPromptResult.RequestState":      RequestState,
		goSDK + "mcp.ReadResourceResult.RequestState":   RequestState,
		mcpGo + "mcp.MultiRoundTripResult.RequestState": RequestState,
		mcpGo + "mcp.MultiRoundTripParams.RequestState": RequestState,

		mcpGo + "mcp.Task.TaskId":       TaskID,
		voocel + "protocol.Task.TaskID": TaskID,
		trpc + ".TaskError.ID":          TaskID,
	}
})

// identityHeaders are those of the protocol, in canonical form.
var identityHeaders = sync.OnceValue(func() map[string]Identity {
	return map[string]Identity{
		"Mcp-Session-Id": SessionID,
		"Last-Event-Id":  EventID,
	}
})

// identityKeys are the names of the protocol's own fields that mean nothing
// else. "id", "requestId" and "taskId" are not among them: programs use them
// for their own.
var identityKeys = sync.OnceValue(func() map[string]Identity {
	return map[string]Identity{
		"progressToken":                          ProgressToken,
		"requestState":                           RequestState,
		"io.modelcontextprotocol/related-task":   TaskID,
		"io.modelcontextprotocol/subscriptionId": SubscriptionID,
	}
})
