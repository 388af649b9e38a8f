package knowledge

import (
	"go/types"
	"strings"
	"sync"
)

// ClientRequest returns the JSON-RPC method that a method of an SDK's client
// sends. It goes by the name: the SDKs agree on those, and a receiver that
// belongs to a server is none.
func ClientRequest(fn *types.Func) (method string, ok bool) {
	fn = fn.Origin()
	recv := fn.Signature().Recv()
	if recv == nil || fn.Pkg() == nil || !IsSDK(fn.Pkg().Path()) {
		return "", false
	}
	typ := strings.TrimPrefix(TypeName(recv.Type()), "*")
	if strings.Contains(typ[strings.LastIndexByte(typ, '/')+1:], "Server") || strings.HasSuffix(fn.Pkg().Path(), "/server") {
		return "", false
	}
	if fn.Name() == "Connect" {
		// Transports have one, too, which sends nothing.
		return "initialize", strings.HasSuffix(typ, ".Client")
	}
	method, ok = clientRequests()[fn.Name()]
	return method, ok
}

var clientRequests = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"Initialize": "initialize", "Discover": "server/discover", "Ping": "ping",
		"CallTool":  "tools/call",
		"ListTools": "tools/list", "ListToolsByPage": "tools/list", "Tools": "tools/list", "ListAllTools": "tools/list",
		"ListResources": "resources/list", "ListResourcesByPage": "resources/list", "Resources": "resources/list",
		"ListResourceTemplates": "resources/templates/list", "ListResourceTemplatesByPage": "resources/templates/list",
		"ResourceTemplates": "resources/templates/list", "ReadResource": "resources/read",
		"Subscribe": "resources/subscribe", "SubscribeResource": "resources/subscribe",
		"ListPrompts": "prompts/list", "ListPromptsByPage": "prompts/list", "Prompts": "prompts/list", "GetPrompt": "prompts/get",
		"GetTask": "tasks/get", "TaskResult": "tasks/result", "ListTasks": "tasks/list", "ListTasksByPage": "tasks/list",
		"WaitForTask": "tasks/get", "ResumeToolTask": "tasks/get", "CancelTask": "tasks/cancel",
		"Listen": "subscriptions/listen", "ListenAsync": "subscriptions/listen",
	}
})

// ResultMethod returns the JSON-RPC method whose result the SDK type named
// name ("example.com/pkg.Type") is, for initialize and for requests that read
// what a server offers: whatever returns one has asked for it.
func ResultMethod(name string) (method string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 || !IsSDK(name[:i]) {
		return "", false
	}
	method, ok = resultMethods()[name[i+1:]]
	return method, ok
}

var resultMethods = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"InitializeResult": "initialize",
		"ListToolsResult":  "tools/list", "ToolsResponse": "tools/list",
		"ListResourcesResult": "resources/list", "ListResourceTemplatesResult": "resources/templates/list",
		"ReadResourceResult": "resources/read", "ListPromptsResult": "prompts/list", "GetPromptResult": "prompts/get",
		"GetTaskResult": "tasks/get", "ListTasksResult": "tasks/list",
	}
})

// An EventPart is a part of a server-sent event.
type EventPart uint8

// The parts that matter.
const (
	EventNone EventPart = iota
	EventIDPart
	EventDataPart
	EventRetryPart
)

// EventField returns what the field named name ("example.com/pkg.Type.Field")
// of an SSE library's event holds.
func EventField(name string) EventPart { return eventFields()[name] }

var eventFields = sync.OnceValue(func() map[string]EventPart {
	return map[string]EventPart{
		"github.com/r3labs/sse/v2.Event.ID":           EventIDPart,
		"github.com/r3labs/sse/v2.Event.Data":         EventDataPart,
		"github.com/r3labs/sse/v2.Event.Retry":        EventRetryPart,
		"github.com/r3labs/sse.Event.ID":              EventIDPart,
		"github.com/r3labs/sse.Event.Data":            EventDataPart,
		"github.com/r3labs/sse.Event.Retry":           EventRetryPart,
		"github.com/tmaxmax/go-sse.Event.LastEventID": EventIDPart,
		"github.com/tmaxmax/go-sse.Event.Data":        EventDataPart,
		goSDK + "mcp.Event.ID":                        EventIDPart,
		goSDK + "mcp.Event.Data":                      EventDataPart,
		goSDK + "mcp.Event.Retry":                     EventRetryPart,
	}
})

// KeepsID reports whether the id of an event of the library type named name
// is that of an earlier one if it has none itself.
func KeepsID(name string) bool {
	switch name {
	case "github.com/tmaxmax/go-sse.Event", "github.com/r3labs/sse/v2.Event", "github.com/r3labs/sse.Event":
		return true
	}
	return false
}

// EventMethod is like [EventField] for methods.
func EventMethod(fullName string) EventPart { return eventMethods()[fullName] }

var eventMethods = sync.OnceValue(func() map[string]EventPart {
	return map[string]EventPart{
		"(github.com/launchdarkly/eventsource.Event).Id":   EventIDPart,
		"(github.com/launchdarkly/eventsource.Event).Data": EventDataPart,
		"(github.com/donovanhide/eventsource.Event).Id":    EventIDPart,
		"(github.com/donovanhide/eventsource.Event).Data":  EventDataPart,
	}
})

// An SSEClient says how a library's client reads a stream of events.
type SSEClient struct {
	Func string
	// Reconnects: it opens the stream again by itself, with the last event
	// id.
	Reconnects bool
	// HonoursRetry: it waits as long as the server's retry field says.
	HonoursRetry bool
}

// SSEClientOf returns how the function or method named fullName reads a
// stream of events.
func SSEClientOf(fullName string) (SSEClient, bool) {
	for _, c := range sseClients {
		if c.Func == fullName {
			return c, true
		}
	}
	return SSEClient{}, false
}

const (
	r3labs  = "github.com/r3labs/sse/v2."
	tmaxmax = "github.com/tmaxmax/go-sse."
)

var sseClients = []SSEClient{
	// Ends when the server ends the stream; opens it again after errors, with
	// a back-off of its own.
	{Func: "(*" + r3labs + "Client).Subscribe"},
	{Func: "(*" + r3labs + "Client).SubscribeWithContext"},
	{Func: "(*" + r3labs + "Client).SubscribeRaw"},
	{Func: "(*" + r3labs + "Client).SubscribeRawWithContext"},
	{Func: "(*" + tmaxmax + "Connection).Connect", Reconnects: true, HonoursRetry: true},
}

// IsModernTest reports whether the function named fullName is true for the
// versions of the protocol that have no sessions.
func IsModernTest(fullName string) bool {
	return fullName == mcpGo+"mcp.IsModernProtocol"
}

// TakesSession reports whether the function named fullName makes an SDK go on
// with a session whose id it is given.
func TakesSession(fullName string) bool {
	return fullName == mcpGo+"client/transport.WithSession"
}
