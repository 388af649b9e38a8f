package knowledge

import (
	"slices"
	"strings"
	"sync"
)

// A Role is what a function of an SDK is for, other than tools/call.
type Role uint8

// The roles.
const (
	NoRole     Role = iota
	Connect         // opens or initializes a session
	Reconnect       // opens a session again, takes over an old one, or tells that one was lost
	Ping            // asks whether the peer is alive: no evidence about any call
	Close           // ends a session
	List            // reads what the server offers
	Read            // reads a resource or a prompt
	TaskPoll        // reads the state or the result of a task
	TaskCancel      // asks for the end of a task: no evidence that it had no effect
	NeedsInput      // tells whether a result asks for input
	Subscribe       // asks for change notifications
	SetInput        // builds what answers an input request
)

// RoleOf returns the role of the function or method named fullName.
func RoleOf(fullName string) Role { return roles()[fullName] }

// roles: methods of the clients and sessions, source as for the sinks.
var roles = sync.OnceValue(func() map[string]Role {
	m := make(map[string]Role)
	add := func(r Role, groups ...[]string) {
		for _, n := range slices.Concat(groups...) {
			m[n] = r
		}
	}
	const (
		gs     = goSDK + "mcp.ClientSession"
		mg     = mcpGo + "client.Client"
		mgi    = mcpGo + "client.MCPClient"
		tr     = trpc + ".Client"
		trs    = trpc + ".StdioClient"
		tri    = trpc + ".Connector"
		vo     = voocel + "client.ClientSession"
		vi     = viant + "/client.Client"
		vii    = viant + "/client.Interface"
		me     = metoro + ".Client"
		th     = thinkInAI + "client.Client"
		trans  = mcpGo + "client/transport."
		lists  = "ListTools ListPrompts ListResources"
		listsT = lists + " ListResourceTemplates"
	)
	pages := []string{"ListToolsByPage", "ListPromptsByPage", "ListResourcesByPage", "ListResourceTemplatesByPage"}

	add(Connect,
		[]string{"(*" + goSDK + "mcp.Client).Connect", "(*" + voocel + "client.Client).Connect"},
		methods("*", mg, "Start", "Initialize", "Discover"), methods("", mgi, "Initialize"),
		[]string{"(" + mcpGo + "client/transport.Interface).Start"},
		methods("*", tr, "Initialize"), methods("*", trs, "Initialize"), methods("", tri, "Initialize"),
		methods("*", vi, "Initialize"), methods("", vii, "Initialize"), methods("*", me, "Initialize"),
		[]string{thinkInAI + "client.NewClient", viant + ".NewClient", viant + ".NewClientWithContext",
			einoExt + "/officialmcp/session.Connect"},
	)
	add(Reconnect,
		methods("*", mg, "OnConnectionLost"),
		[]string{trans + "WithSession", trans + "WithContinuousListening", "(*" + trs + ").RestartProcess"},
	)
	add(Ping,
		methods("*", gs, "Ping"), methods("*", mg, "Ping"), methods("", mgi, "Ping"), methods("*", vo, "Ping"),
		methods("*", vi, "Ping"), methods("", vii, "Ping"), methods("*", me, "Ping"), methods("*", th, "Ping"),
		[]string{"(*" + trs + ").IsProcessRunning"},
	)
	add(Close,
		methods("*", gs, "Close", "Wait"), methods("*", mg, "Close"), methods("", mgi, "Close"), methods("*", vo, "Close", "Wait"),
		methods("*", tr, "Close", "TerminateSession"), methods("*", trs, "Close"), methods("", tri, "Close"),
		methods("", trpc+".SessionClient", "TerminateSession"), methods("*", vi, "Close"), methods("*", th, "Close"),
		[]string{"(" + mcpGo + "client/transport.Interface).Close"},
	)
	add(List,
		methods("*", gs, append(fields(listsT), "Tools", "Prompts", "Resources", "ResourceTemplates")...),
		methods("*", mg, append(append(fields(listsT), pages...), "IterTools", "IterPrompts", "IterResources", "IterResourceTemplates")...),
		methods("", mgi, append(fields(listsT), pages...)...),
		methods("*", vo, fields(listsT)...), methods("*", vi, fields(listsT)...), methods("", vii, fields(listsT)...),
		methods("*", th, fields(listsT)...),
		methods("*", tr, fields(lists)...), methods("*", trs, fields(lists)...), methods("", tri, fields(lists)...),
		methods("*", me, fields(lists)...),
	)
	for _, t := range []string{"*" + gs, "*" + mg, mgi, "*" + vo, "*" + vi, vii, "*" + th, "*" + tr, "*" + trs, tri, "*" + me} {
		add(Read, methods("", t, "ReadResource", "GetPrompt"))
	}
	add(TaskPoll,
		methods("*", mg, "GetTask", "TaskResult", "WaitForTask", "ListTasks", "ListTasksByPage"),
		methods("*", vo, "GetTask", "GetTaskResult", "ListTasks"), methods("*", tr, "ResumeToolTask"),
	)
	add(TaskCancel, methods("*", mg, "CancelTask"), methods("*", vo, "CancelTask"), methods("*", tr, "CancelTask"))
	add(NeedsInput,
		methods("*", goSDK+"mcp.CallToolResult", "NeedsInput"), methods("*", goSDK+"mcp.GetPromptResult", "NeedsInput"),
		methods("*", goSDK+"mcp.ReadResourceResult", "NeedsInput"), methods("*", mcpGo+"mcp.CallToolResult", "NeedsInput"),
		methods("*", mcpGo+"mcp.GetPromptResult", "NeedsInput"), methods("*", mcpGo+"mcp.ReadResourceResult", "NeedsInput"),
	)
	add(SetInput, methods("*", tr, "UpdateTask"))
	add(Subscribe,
		methods("*", gs, "Subscribe"), methods("*", mg, "Subscribe", "Listen", "ListenAsync"), methods("", mgi, "Subscribe"),
		methods("*", vo, "SubscribeResource"), methods("*", vi, "Subscribe"), methods("", vii, "Subscribe"),
		methods("*", th, "SubscribeResourceChange"),
	)
	return m
})

// fields splits a list of names.
func fields(list string) []string { return strings.Fields(list) }
