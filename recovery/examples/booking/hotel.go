package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcprecovery/mcplint/recovery/internal/faults"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Hotel is a real MCP server on the loopback that books rooms, and fails in
// the ways of failures.go when it is told to.
type Hotel struct {
	*httptest.Server
	// Dedupes: the hotel documents that a key books once.
	Dedupes bool

	faults *faults.Handler
	events *events
	polls  bool          // see ForgetAnswers
	holds  chan struct{} // see HoldAnswers
	done   chan struct{} // closed when the hotel closes

	silent atomic.Bool // the hotel's records are late

	mu       sync.Mutex
	executed int       // calls of book
	made     []booking // what they booked
}

type booking struct {
	Room   string `json:"room"`
	Nights int    `json:"nights"`
	Key    string `json:"key"`
}

// NewHotel opens a hotel, which has sessions and an event store for clients of
// the legacy era, if it has sessions at all.
func NewHotel(sessions bool) *Hotel {
	h := &Hotel{done: make(chan struct{})}
	server := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: toolBook}, h.book)
	mcp.AddTool(server, &mcp.Tool{Name: toolStatus}, h.status)
	mcp.AddTool(server, &mcp.Tool{Name: toolList}, h.list)
	options := &mcp.StreamableHTTPOptions{Stateless: !sessions}
	if sessions {
		h.events = newEvents()
		options.EventStore = h.events
	}
	h.faults = &faults.Handler{Server: mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server }, options)}
	h.Server = httptest.NewServer(h.faults)
	return h
}

// Close closes the hotel, with whoever is still waiting for an answer.
func (h *Hotel) Close() {
	close(h.done)
	h.CloseClientConnections()
	h.Server.Close()
}

// Counts returns how often book was executed and how many bookings there are.
func (h *Hotel) Counts() (executed, bookings int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.executed, len(h.made)
}

func (h *Hotel) book(_ context.Context, req *mcp.CallToolRequest, b booking) (*mcp.CallToolResult, any, error) {
	h.commit(b)
	if h.holds != nil {
		h.holds <- struct{}{}
		<-h.done
	}
	if h.polls {
		req.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "booked"}}}, nil, nil
}

func (h *Hotel) commit(b booking) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.executed++
	for _, earlier := range h.made {
		if h.Dedupes && earlier == b {
			return
		}
	}
	h.made = append(h.made, b)
}

type statusArgs struct {
	Key string `json:"key"`
}

type statusResult struct {
	Bookings int `json:"bookings"` // with the key
}

func (h *Hotel) status(_ context.Context, _ *mcp.CallToolRequest, args statusArgs) (*mcp.CallToolResult, statusResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var res statusResult
	for _, b := range h.made {
		if b.Key == args.Key && !h.silent.Load() {
			res.Bookings++
		}
	}
	return nil, res, nil
}

type listResult struct {
	Bookings []string `json:"bookings"`
}

func (h *Hotel) list(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, listResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	res := listResult{Bookings: []string{}}
	for _, b := range h.made {
		if !h.silent.Load() {
			res.Bookings = append(res.Bookings, fmt.Sprintf("room %s, nights %d", b.Room, b.Nights))
		}
	}
	return nil, res, nil
}
