// Package decided asks hints, and decides about the server as well, or asks
// them for something else.
package decided

import (
	"context"
	"errors"
	"flag"
	"net/url"
	"os"

	"cases/hinttrust/across/policy"

	"github.com/avast/retry-go/v4"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var trustAnnotations = flag.Bool("trust-annotations", false, "believe tool annotations")

// ByFlag is safe: the operator has said so.
func ByFlag(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && *trustAnnotations && policy.Repeatable(tool) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// ByEnvironment is safe: the environment says so.
func ByEnvironment(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && os.Getenv("TRUST_TOOL_ANNOTATIONS") == "1" && policy.Repeatable(tool) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// ByList is safe: a list of another package.
func ByList(ctx context.Context, c *client.Client, allowed policy.Allowed, endpoint string, tool mcpgo.Tool, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil && allowed.Ours(endpoint) && policy.ReadOnly(tool.Annotations) {
		return c.CallTool(ctx, req)
	}
	return res, err
}

// BySet is safe: an allow-list as a set.
func BySet(ctx context.Context, c *client.Client, allowedServers map[string]struct{}, endpoint string, tool mcpgo.Tool, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	_, ours := allowedServers[endpoint]
	for range 3 {
		res, err = c.CallTool(ctx, req)
		if err == nil || !ours || !policy.ReadOnly(tool.Annotations) {
			return res, err
		}
	}
	return nil, err
}

const ourHost = "tools.example.com"

// ByHost is safe: the endpoint is ours.
func ByHost(ctx context.Context, s *mcp.ClientSession, endpoint string, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	u, parseErr := url.Parse(endpoint)
	if err != nil && parseErr == nil && u.Hostname() == ourHost && policy.Repeatable(tool) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// ByServerInfo is safe: on mcp-go, the name that the server gave.
func ByServerInfo(ctx context.Context, c *client.Client, init *mcpgo.InitializeResult, tool mcpgo.Tool, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil && init.ServerInfo.Name == "hotel-desk" && policy.ReadOnly(tool.Annotations) {
		return c.CallTool(ctx, req)
	}
	return res, err
}

// Client has decided when it was made.
type Client struct {
	c       *client.Client
	trusted bool
}

// Call is safe: by the field.
func (c *Client) Call(ctx context.Context, tool mcpgo.Tool, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	attempts := 1
	if c.trusted && policy.ReadOnly(tool.Annotations) {
		attempts = 3
	}
	for range attempts {
		if res, err = c.c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// ByLibrary is safe: the policy of the library asks for both.
func ByLibrary(ctx context.Context, c *Client, tool mcpgo.Tool, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	err = retry.Do(func() error {
		var err error
		res, err = c.c.CallTool(ctx, req)
		return err
	}, retry.RetryIf(func(error) bool { return c.trusted && policy.ReadOnly(tool.Annotations) }))
	return res, err
}

// asked is a person's answer.
//
//mcplint:confirms
func asked(tool string) bool {
	var answer string
	return len(tool) > 0 && answer == "yes"
}

// Confirmed is safe: a person decides.
func Confirmed(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && policy.Repeatable(tool) && asked(tool.Name) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// ErrDestructive is a refusal.
var ErrDestructive = errors.New("the tool may destroy")

// Denied is safe: the hint denies, and the call is made once.
func Denied(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	if !policy.Harmless(tool) {
		return nil, ErrDestructive
	}
	return s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
}

// DeniedAgain is safe here: the list of tools permits, the hint only denies.
func DeniedAgain(ctx context.Context, s *mcp.ClientSession, repeatableTools map[string]bool, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && repeatableTools[tool.Name] && tool.Annotations != nil && tool.Annotations.ReadOnlyHint {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Logged is safe here: the hint decides what is logged, not what is repeated.
func Logged(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any, log func(string)) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		if policy.Repeatable(tool) {
			log("the tool says that it may be called again")
		}
		return nil, err
	}
	return res, nil
}

// Different is safe: the hint chooses another tool.
func Different(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	if !policy.Repeatable(tool) {
		return s.CallTool(ctx, &mcp.CallToolParams{Name: "preview", Arguments: args})
	}
	return s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
}
