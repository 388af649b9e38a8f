// Package othersdks holds clients on the smaller SDKs.
package othersdks

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	thinkclient "github.com/ThinkInAIXYZ/go-mcp/client"
	thinkprotocol "github.com/ThinkInAIXYZ/go-mcp/protocol"
	metoro "github.com/metoro-io/mcp-golang"
	"github.com/viant/mcp-protocol/schema"
	viant "github.com/viant/mcp/client"
	voocel "github.com/voocel/mcp-sdk-go/client"
	voocelprotocol "github.com/voocel/mcp-sdk-go/protocol"
	adk "google.golang.org/adk/tool/mcptoolset"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Metoro is unsafe: name and arguments are parameters of their own.
func Metoro(ctx context.Context, c *metoro.Client, order string) (res *metoro.ToolResponse, err error) {
	for range 3 {
		if res, err = c.CallTool(ctx, "ship_order", map[string]any{"order": order}); err == nil { // want `tools/call "ship_order".*can run again`
			return res, nil
		}
	}
	return nil, err
}

// MetoroOnce is safe: one call.
func MetoroOnce(ctx context.Context, c *metoro.Client, order string) (*metoro.ToolResponse, error) {
	return c.CallTool(ctx, "ship_order", map[string]any{"order": order})
}

// Voocel is unsafe: any error leads to the second call.
func Voocel(ctx context.Context, s *voocel.ClientSession, order string) (*voocelprotocol.CallToolResult, error) {
	p := &voocelprotocol.CallToolParams{Name: "ship_order", Arguments: map[string]any{"order": order}}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "ship_order".*can run again`
	}
	return res, nil
}

// VoocelEach is safe: another order in every round.
func VoocelEach(ctx context.Context, s *voocel.ClientSession, orders []string) (errs []error) {
	for _, o := range orders {
		p := &voocelprotocol.CallToolParams{Name: "ship_order", Arguments: map[string]any{"order": o}}
		if _, err := s.CallTool(ctx, p); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// Think is unsafe: the request is made by a function of the SDK.
func Think(ctx context.Context, c *thinkclient.Client, order string) (*thinkprotocol.CallToolResult, error) {
	req := thinkprotocol.NewCallToolRequest("ship_order", map[string]any{"order": order})
	for n := 0; ; n++ {
		res, err := c.CallTool(ctx, req) // want `tools/call.*can run again`
		if err == nil || n == 3 {
			return res, err
		}
		time.Sleep(time.Second)
	}
}

// ThinkOnce is safe: one call.
func ThinkOnce(ctx context.Context, c *thinkclient.Client, order string) (*thinkprotocol.CallToolResult, error) {
	return c.CallTool(ctx, thinkprotocol.NewCallToolRequest("ship_order", map[string]any{"order": order}))
}

// Viant is unsafe: the interface of the SDK.
func Viant(ctx context.Context, c viant.Interface, order string) (*schema.CallToolResult, error) {
	p := &schema.CallToolRequestParams{Name: "ship_order", Arguments: map[string]any{"order": order}}
	res, err := c.CallTool(ctx, p)
	if errors.Is(err, io.EOF) {
		return c.CallTool(ctx, p) // want `tools/call "ship_order".*can run again.*io\.EOF`
	}
	return res, err
}

// ViantOnce is safe: one call.
func ViantOnce(ctx context.Context, c viant.Interface, order string) (*schema.CallToolResult, error) {
	return c.CallTool(ctx, &schema.CallToolRequestParams{Name: "ship_order", Arguments: map[string]any{"order": order}})
}

func viantError(res *schema.CallToolResult) error {
	if res.IsError != nil && *res.IsError {
		return errors.New("the tool failed")
	}
	return nil
}

func viantShip(ctx context.Context, c viant.Interface, order string) error {
	res, err := c.CallTool(ctx, &schema.CallToolRequestParams{Name: "ship_order", Arguments: map[string]any{"order": order}})
	if err != nil {
		return err
	}
	return viantError(res)
}

// ViantLoop is unsafe: the loop ends with the first success. The SDK's isError
// is a pointer.
func ViantLoop(ctx context.Context, c viant.Interface, order string) (err error) {
	for range 3 {
		err = viantShip(ctx, c, order) // want `tools/call "ship_order".*can run again`
		if err == nil {
			return nil
		}
		if !strings.Contains(err.Error(), "timeout") {
			break
		}
	}
	return err
}

// ViantFails is safe by default: what the tool reported is an answer.
func ViantFails(ctx context.Context, c viant.Interface, order string) (res *schema.CallToolResult, err error) {
	for range 3 {
		res, err = c.CallTool(ctx, &schema.CallToolRequestParams{Name: "ship_order", Arguments: map[string]any{"order": order}})
		if err != nil {
			return nil, err
		}
		if res.IsError == nil || !*res.IsError {
			break
		}
	}
	return res, nil
}

// ADK is unsafe: the client of the agent framework, with the types of the
// official SDK.
func ADK(ctx context.Context, c adk.MCPClient, order string) (res *gosdk.CallToolResult, err error) {
	p := &gosdk.CallToolParams{Name: "ship_order", Arguments: map[string]any{"order": order}}
	for range 2 {
		if res, err = c.CallTool(ctx, p); err == nil { // want `tools/call "ship_order".*can run again`
			break
		}
	}
	return res, err
}
