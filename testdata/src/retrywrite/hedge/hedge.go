// Package hedge holds clients that start a second call while the first one is
// still running.
package hedge

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type answer struct {
	res *mcp.CallToolResult
	err error
}

// Quote is unsafe: when the first call is slow, the second one runs beside
// it.
func Quote(ctx context.Context, s *mcp.ClientSession, item string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "request_quote", Arguments: map[string]any{"item": item}}
	answers := make(chan answer, 2)
	launch := func() {
		res, err := s.CallTool(ctx, params)
		answers <- answer{res, err}
	}
	go launch()
	select {
	case a := <-answers:
		return a.res, a.err
	case <-time.After(200 * time.Millisecond):
		go launch() // want `tools/call "request_quote".*can run again`
	}
	a := <-answers
	return a.res, a.err
}

// QuotePatient is safe: it waits for the one call, and gives up at last.
func QuotePatient(ctx context.Context, s *mcp.ClientSession, item string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "request_quote", Arguments: map[string]any{"item": item}}
	answers := make(chan answer, 1)
	go func() {
		res, err := s.CallTool(ctx, params)
		answers <- answer{res, err}
	}()
	slow := time.NewTimer(200 * time.Millisecond)
	defer slow.Stop()
	for {
		select {
		case a := <-answers:
			return a.res, a.err
		case <-slow.C:
			_ = s.Ping(ctx, nil)
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// QuoteTwoServers is unsafe: the second server is asked when the first one is
// slow or fails.
func QuoteTwoServers(ctx context.Context, first, second *client.Client, item string) (*mcpgo.CallToolResult, error) {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "request_quote"
	req.Params.Arguments = map[string]any{"item": item}
	type reply struct {
		res *mcpgo.CallToolResult
		err error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	replies := make(chan reply, 2)
	ask := func(c *client.Client) {
		res, err := c.CallTool(ctx, req)
		replies <- reply{res, err}
	}
	go ask(first)
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case r := <-replies:
		if r.err == nil {
			return r.res, nil
		}
	case <-timer.C:
	}
	go ask(second) // want `tools/call "request_quote".*can run again`
	r := <-replies
	return r.res, r.err
}

// QuoteBoth is safe: two different items at the same time.
func QuoteBoth(ctx context.Context, s *mcp.ClientSession, a, b string) (answers [2]answer) {
	done := make(chan struct{})
	quote := func(i int, item string) {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "request_quote", Arguments: map[string]any{"item": item}})
		answers[i] = answer{res, err}
		done <- struct{}{}
	}
	go quote(0, a)
	go quote(1, b)
	<-done
	<-done
	return answers
}

// QuoteTimeout is unsafe: after the timeout of the first call the second one
// is made in the foreground; the first may still be running.
func QuoteTimeout(ctx context.Context, s *mcp.ClientSession, item string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "request_quote", Arguments: map[string]any{"item": item}}
	short, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	res, err := s.CallTool(short, params)
	if err != nil && short.Err() != nil && ctx.Err() == nil {
		return s.CallTool(ctx, params) // want `tools/call "request_quote".*can run again`
	}
	return res, err
}
