package locals

import (
	"context"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Counter opens a session for each request.
type Counter struct{ url string }

func (c *Counter) tools(ctx context.Context) ([]*mcp.Tool, error) {
	s, err := connect(ctx, c.url)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	res, err := s.ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	return res.Tools, nil
}

func (c *Counter) call(ctx context.Context, p *mcp.CallToolParams) error {
	s, err := connect(ctx, c.url)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = s.CallTool(ctx, p)
	return err
}

func has(tools []*mcp.Tool, name string) bool {
	return slices.ContainsFunc(tools, func(t *mcp.Tool) bool { return t.Name == name })
}

// serve lists the tools and goes on if that succeeded: no session was lost.
func (c *Counter) serve(ctx context.Context, room string) error {
	tools, err := c.tools(ctx)
	if err != nil {
		return err
	}
	if !has(tools, "book_room") {
		return nil
	}
	if err := c.call(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"room": room}}); err != nil {
		return err
	}
	if has(tools, "send_card") {
		return c.call(ctx, &mcp.CallToolParams{Name: "send_card", Arguments: map[string]any{"about": room}})
	}
	return nil
}

// keep goes on with a new session after one was lost.
func keep(ctx context.Context, url, room string) error {
	s, err := connect(ctx, url)
	if err != nil {
		return err
	}
	res, err := s.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	if err = s.Ping(ctx, nil); err != nil {
		s, err = connect(ctx, url) // want `the session is opened again and what tools/list returned goes on being used`
		if err != nil {
			return err
		}
	}
	if has(res.Tools, "book_room") {
		_, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"room": room}})
		fmt.Println(room, err)
	}
	return err
}
