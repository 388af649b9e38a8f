// Package constructors builds wrappers that call tools by themselves.
package constructors

import (
	"context"
	"fmt"

	eino "github.com/cloudwego/eino-ext/components/tool/mcp"
	officialmcp "github.com/cloudwego/eino-ext/components/tool/mcp/officialmcp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	viant "github.com/viant/mcp"
	pclient "github.com/viant/mcp-protocol/client"
	vclient "github.com/viant/mcp/client"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/mcptoolset"
	tool2 "google.golang.org/adk/v2/tool"
	mcptoolset2 "google.golang.org/adk/v2/tool/mcptoolset"
	agenttool "trpc.group/trpc-go/trpc-agent-go/tool"
	agentmcp "trpc.group/trpc-go/trpc-agent-go/tool/mcp"
	trpc "trpc.group/trpc-go/trpc-mcp-go"
)

// ADK is unsafe: the toolset calls a tool again after it has reconnected.
func ADK(t mcp.Transport) (tool.Toolset, error) {
	return mcptoolset.New(mcptoolset.Config{Transport: t}) // want `tools/call.*can run again`
}

// ADKFiltered is safe: only chosen tools get through.
func ADKFiltered(t mcp.Transport) (tool.Toolset, error) {
	return mcptoolset.New(mcptoolset.Config{
		Transport:  t,
		ToolFilter: tool.AllowedToolsPredicate([]string{"get_room", "list_rooms"}),
	})
}

// ADKConfirmed is safe: a person confirms every call.
func ADKConfirmed(t mcp.Transport) (tool.Toolset, error) {
	return mcptoolset.New(mcptoolset.Config{Transport: t, RequireConfirmation: true})
}

// ADKProvider is safe: the configuration asks for a confirmation where one is
// needed.
func ADKProvider(t mcp.Transport, needed tool.ConfirmationProvider) (tool.Toolset, error) {
	cfg := mcptoolset.Config{Transport: t}
	cfg.RequireConfirmationProvider = needed
	return mcptoolset.New(cfg)
}

// ADKUnconfirmed is unsafe: the confirmation is switched off.
func ADKUnconfirmed(t mcp.Transport) (tool.Toolset, error) {
	return mcptoolset.New(mcptoolset.Config{Transport: t, RequireConfirmation: false}) // want `tools/call.*can run again`
}

// ADKInMemory is safe: the server is a part of the program.
func ADKInMemory(ctx context.Context, s *mcp.Server) (tool.Toolset, error) {
	near, far := mcp.NewInMemoryTransports()
	if _, err := s.Connect(ctx, far, nil); err != nil {
		return nil, err
	}
	return mcptoolset.New(mcptoolset.Config{Transport: near})
}

// ADKEither is unsafe: the transport in memory stands in for a remote one.
func ADKEither(remote string) (tool.Toolset, error) {
	near, _ := mcp.NewInMemoryTransports()
	var t mcp.Transport = near
	if remote != "" {
		t = &mcp.StreamableClientTransport{Endpoint: remote}
	}
	return mcptoolset.New(mcptoolset.Config{Transport: t}) // want `tools/call.*can run again`
}

// ADK2 is unsafe: the second version of the same.
func ADK2(endpoint string) (tool2.Toolset, error) {
	cfg := mcptoolset2.Config{Endpoint: endpoint}
	set, err := mcptoolset2.New(cfg) // want `tools/call.*can run again`
	if err != nil {
		return nil, fmt.Errorf("toolset of %s: %w", endpoint, err)
	}
	return set, nil
}

// ADK2Filtered is safe: the toolset is filtered after it was built.
func ADK2Filtered(endpoint string) (tool2.Toolset, error) {
	set, err := mcptoolset2.New(mcptoolset2.Config{Endpoint: endpoint})
	if err != nil {
		return nil, err
	}
	return tool2.FilterToolset(set, tool2.AllowedToolsPredicate([]string{"get_room"})), nil
}

// Viant is unsafe: this constructor installs a client that sends a request
// again when the session was not found.
func Viant(h pclient.Handler, opts *viant.ClientOptions) (*vclient.Client, error) {
	return viant.NewClient(h, opts) // want `tools/call.*can run again`
}

// Agent is unsafe: the option makes the toolset call again on a new session.
func Agent(cfg agentmcp.ConnectionConfig) *agentmcp.ToolSet {
	return agentmcp.NewMCPToolSet(cfg, agentmcp.WithSessionReconnect(3)) // want `tools/call.*can run again`
}

// AgentPlain is safe: without the option there is one call.
func AgentPlain(cfg agentmcp.ConnectionConfig) *agentmcp.ToolSet {
	return agentmcp.NewMCPToolSet(cfg, agentmcp.WithName("rooms"))
}

// AgentFiltered is safe: only chosen tools get through.
func AgentFiltered(cfg agentmcp.ConnectionConfig) *agentmcp.ToolSet {
	only := agenttool.NewIncludeToolNamesFilter("get_room")
	return agentmcp.NewMCPToolSet(cfg, agentmcp.WithSessionReconnect(3), agentmcp.WithToolFilterFunc(only))
}

// AgentOff is safe: the reconnection is switched off.
func AgentOff(cfg agentmcp.ConnectionConfig) *agentmcp.ToolSet {
	return agentmcp.NewMCPToolSet(cfg, agentmcp.WithSessionReconnectConfig(agentmcp.SessionReconnectConfig{EnableAutoReconnect: false}))
}

// Eino is safe: these adapters call once.
func Eino(ctx context.Context, s *mcp.ClientSession, c client.MCPClient) (n int, err error) {
	official, err := officialmcp.GetTools(ctx, &officialmcp.Config{Cli: s})
	if err != nil {
		return 0, err
	}
	other, err := eino.GetTools(ctx, &eino.Config{Cli: c})
	return len(official) + len(other), err
}

// TRPC is safe here: the option replays every HTTP request, which is what
// httpretry is for.
func TRPC(url string) (*trpc.Client, error) {
	return trpc.NewClient(url, trpc.Implementation{Name: "cases", Version: "1"}, trpc.WithSimpleRetry(2))
}
