package knowledge

import (
	"strings"
	"sync"
)

// ConstructorOf returns the constructor or option named fullName, of a
// wrapper or an SDK that calls tools again by itself.
func ConstructorOf(fullName string) (Constructor, bool) {
	c, ok := constructors()[fullName]
	return c, ok
}

// constructors: behaviour read in the sources of the versions that
// testdata/src/go.mod names.
var constructors = sync.OnceValue(func() map[string]Constructor {
	return constructorsByFunc(
		// adk calls the tool once more after it reconnected, on ErrConnectionClosed,
		// ErrSessionMissing, io.ErrClosedPipe and io.EOF; there is no switch, but
		// a filter or a confirmation keeps tools from it. V1 since v0.4.0.
		adk(adkV1), adk(adkV2),

		// viant's root client installs WithReconnect, which repeats any request
		// whose error says "session" and "not found".
		Constructor{Func: viant + ".NewClient", Always: true},
		Constructor{Func: viant + ".NewClientWithContext", Always: true},
		Constructor{Func: viant + "/client.WithReconnect"},

		// eino's session calls once more when officialmcp.IsConnectionError.
		Constructor{Func: einoExt + "/officialmcp/session.Connect", Always: true},

		// trpc-mcp-go repeats every POST on EOF, resets, timeouts, 408, 409, 429
		// and 5xx; task requests excepted.
		Constructor{Func: trpc + ".WithSimpleRetry", Off: true, HTTP: true},
		Constructor{Func: trpc + ".WithRetry", Field: trpc + ".RetryConfig.MaxRetries", Off: true, HTTP: true},

		// trpc-agent-go reconnects and calls once more on EOF, resets, "session
		// not found" and 404. 0 attempts become the default.
		Constructor{Func: trpcAgent + ".WithSessionReconnect", Filters: []string{trpcAgent + ".WithToolFilterFunc"}},
		Constructor{
			Func:  trpcAgent + ".WithSessionReconnectConfig",
			Field: trpcAgent + ".SessionReconnectConfig.EnableAutoReconnect", Off: true,
			Filters: []string{trpcAgent + ".WithToolFilterFunc"},
		},
	)
})

const trpcAgent = "trpc.group/trpc-go/trpc-agent-go/tool/mcp"

// adk is the row of adk-go's toolset in one major version. FilterToolset is
// what became of the field ToolFilter.
func adk(pkg string) Constructor {
	return Constructor{
		Func: pkg + ".New", Always: true,
		Filters: []string{
			pkg + ".Config.ToolFilter", pkg + ".Config.RequireConfirmation", pkg + ".Config.RequireConfirmationProvider",
			strings.TrimSuffix(pkg, "/mcptoolset") + ".FilterToolset",
		},
	}
}

func constructorsByFunc(rows ...Constructor) map[string]Constructor {
	m := make(map[string]Constructor, len(rows))
	for _, c := range rows {
		m[c.Func] = c
	}
	return m
}
