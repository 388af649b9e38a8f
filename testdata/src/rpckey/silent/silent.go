// Package silent uses the identities for what they are made for.
package silent

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Router correlates and routes.
type Router struct {
	mu       sync.Mutex
	waiting  map[string]chan *transport.JSONRPCResponse
	progress map[any]func(float64)
	cache    map[string][]*mcp.Tool
	seen     map[string]bool
	last     map[string]string
}

// Deliver hands an answer to whoever waits for it.
func (r *Router) Deliver(resp *transport.JSONRPCResponse) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := resp.ID.String()
	if ch, ok := r.waiting[id]; ok {
		ch <- resp
		delete(r.waiting, id)
	}
}

// Progress routes a notification by its token.
func (r *Router) Progress(p *mcp.ProgressNotificationParams) {
	if f := r.progress[p.ProgressToken]; f != nil {
		f(p.Progress)
	}
}

// Watch registers for progress.
func (r *Router) Watch(p *mcp.CallToolParams, f func(float64)) { r.progress[p.GetProgressToken()] = f }

// Tools caches what a session offers.
func (r *Router) Tools(ctx context.Context, s *mcp.ClientSession) ([]*mcp.Tool, error) {
	if tools, ok := r.cache[s.ID()]; ok {
		return tools, nil
	}
	res, err := s.ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	r.cache[s.ID()] = res.Tools
	return res.Tools, nil
}

// Replayed drops an event that came already, on its own stream.
func (r *Router) Replayed(stream string, ev mcp.Event) bool {
	if r.last[stream] == ev.ID || r.seen[stream+"/"+ev.ID] {
		return true
	}
	r.seen[stream+"/"+ev.ID] = true
	r.last[stream] = ev.ID
	return false
}

// Log writes ids into the log.
func (r *Router) Log(ctx context.Context, req *jsonrpc.Request, s *mcp.ClientSession) {
	slog.InfoContext(ctx, "mcp", "request_id", req.ID.Raw(), "session", s.ID())
}

// Span is what a trace records.
type Span struct {
	RequestID string `json:"request_id"`
	Session   string `json:"session"`
}

// Trace fills a span.
func Trace(req transport.JSONRPCRequest, c *client.Client) Span {
	return Span{RequestID: req.ID.String(), Session: c.GetSessionId()}
}

// Headers puts them where proxies look.
func Headers(h http.Header, req transport.JSONRPCRequest) { h.Set("X-Request-Id", req.ID.String()) }

// Cancel names the request that is cancelled.
func Cancel(req *jsonrpc.Request) *mcp.CancelledParams {
	return &mcp.CancelledParams{RequestID: req.ID.Raw(), Reason: "not needed"}
}

// Poll asks for a task by its id.
func Poll(ctx context.Context, c *client.Client, task mcpgo.Task) (*mcpgo.GetTaskResult, error) {
	var req mcpgo.GetTaskRequest
	req.Params.TaskId = task.TaskId
	return c.GetTask(ctx, req)
}

// Rounds goes on with a call.
func Rounds(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, res *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	p.RequestState = res.RequestState
	return s.CallTool(ctx, p)
}

// Affinity routes by session.
func Affinity(s *mcp.ClientSession, shards []string) string {
	h := 0
	for _, r := range s.ID() {
		h = h*31 + int(r)
	}
	return fmt.Sprint(shards[(h%len(shards)+len(shards))%len(shards)])
}
