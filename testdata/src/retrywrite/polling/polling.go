// Package polling holds loops that call a tool again after a success.
package polling

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// UntilReady is safe: it goes on after a success, until the state is right.
func UntilReady(ctx context.Context, s *mcp.ClientSession, job string) (*mcp.CallToolResult, error) {
	for {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "refresh_job", Arguments: map[string]any{"job": job}})
		if err != nil {
			return nil, fmt.Errorf("job %s: %w", job, err)
		}
		if ready, _ := res.Meta["ready"].(bool); ready {
			return res, nil
		}
		time.Sleep(time.Second)
	}
}

// Tolerant is safe: it polls, and does not mind an error now and then.
func Tolerant(ctx context.Context, s *mcp.ClientSession, job string) (*mcp.CallToolResult, error) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "refresh_job", Arguments: map[string]any{"job": job}})
		switch {
		case err != nil:
			log.Printf("job %s: %v", job, err)
		case len(res.Content) > 0:
			return res, nil
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// Daemon is safe: a periodic job.
func Daemon(ctx context.Context, c *client.Client) {
	for range time.Tick(time.Minute) {
		req := mcpgo.CallToolRequest{}
		req.Params.Name = "rotate_keys"
		if _, err := c.CallTool(ctx, req); err != nil {
			log.Print(err)
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// Load is safe: a load generator wants the same call many times.
func Load(ctx context.Context, s *mcp.ClientSession, workers, n int) (failed int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range n {
				_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "append_row", Arguments: map[string]any{"v": 1}})
				if err != nil {
					mu.Lock()
					failed++
					mu.Unlock()
				}
				time.Sleep(rand.N(10 * time.Millisecond))
			}
		})
	}
	wg.Wait()
	return failed
}

// Task is safe: the task is created once, and asked for after that.
func Task(ctx context.Context, c *client.Client, video string) (mcpgo.TaskStatus, error) {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "encode_video"
	req.Params.Arguments = map[string]any{"video": video}
	req.Params.Task = &mcpgo.TaskParams{}
	res, err := c.CallTool(ctx, req)
	if err != nil {
		return "", err
	}
	id, _ := res.StructuredContent.(string)
	for {
		get := mcpgo.GetTaskRequest{}
		get.Params.TaskId = id
		state, err := c.GetTask(ctx, get)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if state.Status.IsTerminal() {
			return state.Status, nil
		}
	}
}

// Pages is safe: the cursor of the last page goes into the next call.
func Pages(ctx context.Context, s *mcp.ClientSession, query string) (pages []*mcp.CallToolResult, err error) {
	cursor := ""
	for {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "export_rows",
			Arguments: map[string]any{"query": query, "cursor": cursor},
		})
		if err != nil {
			return pages, err
		}
		pages = append(pages, res)
		next, _ := res.Meta["next"].(string)
		if next == "" {
			return pages, nil
		}
		cursor = next
	}
}

// PagesAgain is unsafe: the cursor stays where it is when the call failed, so
// that the same rows are exported again.
func PagesAgain(ctx context.Context, s *mcp.ClientSession, query string) (pages []*mcp.CallToolResult, err error) {
	cursor, failures := "", 0
	for {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "export_rows".*can run again`
			Name:      "export_rows",
			Arguments: map[string]any{"query": query, "cursor": cursor},
		})
		if err != nil {
			if failures++; failures > 3 {
				return pages, err
			}
			continue
		}
		pages = append(pages, res)
		next, _ := res.Meta["next"].(string)
		if next == "" {
			return pages, nil
		}
		cursor = next
	}
}

// Drain is safe: it goes on until there is nothing left, whatever happens.
func Drain(ctx context.Context, s *mcp.ClientSession) error {
	for {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "pop_message"})
		if errors.Is(err, context.Canceled) {
			return err
		}
		if err == nil && len(res.Content) == 0 {
			return nil
		}
	}
}
