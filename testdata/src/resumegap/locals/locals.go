// Package locals keeps lists in local variables.
package locals

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type step struct{ tool, input string }

func connect(ctx context.Context, url string) (*mcp.ClientSession, error) {
	c := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1.0.0"}, nil)
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url}, nil)
}

func plan(tools []*mcp.Tool, done int) (step, bool) {
	if done >= len(tools) {
		return step{}, false
	}
	return step{tools[done].Name, ""}, true
}

// run plans with the tools of a session that is gone.
func run(ctx context.Context, url string) error {
	s, err := connect(ctx, url)
	if err != nil {
		return err
	}
	res, err := s.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	tools := res.Tools
	for done := 0; ; done++ {
		next, ok := plan(tools, done)
		if !ok {
			return nil
		}
		out, err := s.CallTool(ctx, &mcp.CallToolParams{Name: next.tool})
		if err != nil {
			fmt.Println("unknown outcome of", next.tool, err)
			if s, err = connect(ctx, url); err != nil { // want `the session is opened again and what tools/list returned goes on being used`
				return err
			}
			continue
		}
		fmt.Println(out.Content)
	}
}

// runListing lists the tools of the new session.
func runListing(ctx context.Context, url string) error {
	s, err := connect(ctx, url)
	if err != nil {
		return err
	}
	res, err := s.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	for done := 0; ; done++ {
		next, ok := plan(res.Tools, done)
		if !ok {
			return nil
		}
		out, err := s.CallTool(ctx, &mcp.CallToolParams{Name: next.tool})
		if err != nil {
			fmt.Println("unknown outcome of", next.tool, err)
			if s, err = connect(ctx, url); err != nil {
				return err
			}
			if res, err = s.ListTools(ctx, nil); err != nil {
				return err
			}
			continue
		}
		fmt.Println(out.Content)
	}
}

// runEnding does not use them any more.
func runEnding(ctx context.Context, url string) error {
	s, err := connect(ctx, url)
	if err != nil {
		return err
	}
	res, err := s.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	for _, t := range res.Tools {
		fmt.Println(t.Name)
	}
	if err := s.Ping(ctx, nil); err != nil {
		if s, err = connect(ctx, url); err != nil {
			return err
		}
	}
	return s.Close()
}
