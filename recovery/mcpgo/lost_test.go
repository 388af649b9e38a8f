package mcpgo

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
)

// TestLostAnswer lets a conforming server commit and then loses the answer in
// every way that HTTP has, and compares with failures before the commit that
// look alike.
func TestLostAnswer(t *testing.T) {
	scenarios := []scenario{
		{name: "connection dropped before", arrange: onCall(faults.Drop), executed: 0},
		{name: "connection dropped after", arrange: onCall(faults.After(faults.Drop)), executed: 1},
		{name: "answer cut off", arrange: onCall(faults.Truncated), executed: 1},
		{name: "JSON that is none", arrange: onCall(faults.After(faults.Answer(200, "application/json", "{"))), executed: 1},
		{name: "no result in the answer", arrange: onCall(faults.After(faults.Answer(200, "application/json", `{"jsonrpc":"2.0","id":9}`))), executed: 1},
		{name: "a task in the answer", arrange: onCall(faults.After(faults.Answer(200, "application/json",
			`{"jsonrpc":"2.0","id":9,"result":{"resultType":"task","content":[]}}`))), executed: 1},
		{name: "other content type", arrange: onCall(faults.After(faults.Answer(200, "text/html", "hi"))), executed: 1},
		{name: "JSON of a gateway", arrange: onCall(faults.After(faults.Answer(504, "application/json", `{"message":"timeout"}`))), executed: 1},
		{name: "stream ended without an id", arrange: onCall(faults.Stream("")), executed: 1},
		{name: "stream broken without an id", arrange: onCall(faults.BrokenStream("")), executed: 1},
		{name: "stream broken with an id", arrange: onCall(faults.BrokenStream(faults.Primed)), executed: 1},
		{name: "connections closed", call: func(w *world) (*mcp.CallToolResult, error) {
			return w.callAnd(w.http.CloseClientConnections)
		}, executed: 1},
		{name: "client closed", call: func(w *world) (*mcp.CallToolResult, error) {
			return w.callAnd(func() { w.client.Close() })
		}, executed: 1},
	}
	for _, status := range []int{400, 403, 404, 405, 408, 409, 429, 500, 502, 503, 504} {
		scenarios = append(scenarios,
			scenario{name: http.StatusText(status) + " before", arrange: onCall(faults.Status(status)), executed: 0},
			scenario{name: http.StatusText(status) + " after", arrange: onCall(faults.After(faults.Status(status))), executed: 1})
	}
	for i := range scenarios {
		scenarios[i].eras, scenarios[i].want = both, recovery.Unknown
	}
	run(t, scenarios)
}

// TestFailedResumption lets a conforming server of the legacy era commit, send
// an event id and end the stream, and then refuse the GET by which the SDK
// resumes it. What becomes of the GET says nothing about the call.
func TestFailedResumption(t *testing.T) {
	var scenarios []scenario
	for name, get := range map[string]faults.Fault{
		"404":                       faults.Status(404),
		"404 with -32600":           faults.RPCError(404, -32600),
		"400 for an evicted buffer": faults.Status(400),
		"400 with -32600":           faults.RPCError(400, -32600),
		"401":                       faults.Status(401),
		"405":                       faults.Status(405),
		"503":                       faults.Status(503),
		"connection dropped":        faults.Drop,
		"other content type":        faults.Answer(200, "text/html", "hi"),
	} {
		scenarios = append(scenarios, scenario{name: name, arrange: onCall(faults.Stream(faults.Primed), get)})
	}
	revoked := new(tokens) // has a token while the call is made, and none later
	expired := new(tokens)
	scenarios = append(scenarios,
		scenario{name: "nothing listens", arrange: func(w *world) { w.onCall(primedThen(w.pool.Stop)) }},
		scenario{name: "streams without events until the caller gives up", call: func(w *world) (*mcp.CallToolResult, error) {
			ctx, giveUp := context.WithCancel(w.ctx)
			var gets atomic.Int32
			w.onCall(faults.Stream(faults.Primed), func(rw http.ResponseWriter, r *http.Request, server http.Handler) {
				if gets.Add(1) == 3 {
					giveUp()
				}
				faults.Stream("")(rw, r, server)
			})
			return w.call(ctx)
		}},
		scenario{name: "no token any more", setup: setup{oauth: &transport.OAuthConfig{TokenStore: revoked}}, arrange: func(w *world) {
			w.onCall(primedThen(func() { revoked.revoked.Store(true) }))
		}},
		scenario{name: "token cannot be refreshed", setup: setup{oauth: &transport.OAuthConfig{
			TokenStore: expired, AuthServerMetadataURL: "http://" + faults.DeadAddr + "/metadata",
		}}, arrange: func(w *world) {
			w.onCall(primedThen(func() { expired.expired.Store(true) }))
		}},
		// With the SDK's own event store, which does not have the event.
		scenario{name: "event store evicted", setup: setup{store: server.NewInMemoryEventStore()},
			arrange: func(w *world) { w.onCall(faults.Stream(faults.Primed)) }})
	for i := range scenarios {
		scenarios[i].want, scenarios[i].executed = recovery.Unknown, 1
	}
	run(t, scenarios)
}

// primedThen lets the server run the call, does something, and ends the stream
// and its connection.
func primedThen(do func()) faults.Fault {
	return func(w http.ResponseWriter, r *http.Request, server http.Handler) {
		defer do()
		w.Header().Set("Connection", "close")
		faults.Stream(faults.Primed)(w, r, server)
	}
}

// tokens is a token store.
type tokens struct{ revoked, expired atomic.Bool }

func (s *tokens) GetToken(context.Context) (*transport.Token, error) {
	if s.revoked.Load() {
		return nil, transport.ErrNoToken
	}
	token := &transport.Token{AccessToken: "t", RefreshToken: "r", ExpiresAt: time.Now().Add(time.Hour)}
	if s.expired.Load() {
		token.ExpiresAt = time.Now().Add(-time.Hour)
	}
	return token, nil
}

func (s *tokens) SaveToken(context.Context, *transport.Token) error { return nil }

// TestCancellation gives up calls that have been executed.
func TestCancellation(t *testing.T) {
	run(t, []scenario{
		{name: "canceled", eras: both, call: func(w *world) (*mcp.CallToolResult, error) {
			ctx, cancel := context.WithCancel(w.ctx)
			w.ctx = ctx
			return w.callAnd(cancel)
		}, want: recovery.Unknown, executed: 1},
		{name: "deadline", eras: both, call: func(w *world) (*mcp.CallToolResult, error) {
			ctx := &endingContext{w.ctx, make(chan struct{}), context.DeadlineExceeded}
			w.ctx = ctx
			return w.callAnd(ctx.end)
		}, want: recovery.Unknown, executed: 1},
		{name: "before it was sent", eras: both, call: func(w *world) (*mcp.CallToolResult, error) {
			ctx, cancel := context.WithCancel(w.ctx)
			cancel()
			return w.call(ctx)
		}, want: recovery.Unknown, executed: 0},
	})
}

// endingContext ends when a test wants it to, with the error that the test
// wants, so that a deadline needs no clock.
type endingContext struct {
	context.Context
	done chan struct{}
	err  error
}

func (c *endingContext) end()                  { close(c.done) }
func (c *endingContext) Done() <-chan struct{} { return c.done }

func (c *endingContext) Err() error {
	select {
	case <-c.done:
		return c.err
	default:
		return nil
	}
}
