package gosdk

import (
	"bytes"
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestLostAnswer lets a conforming server commit and then loses the answer in
// every way that HTTP has, and compares with failures before the commit that
// look alike.
func TestLostAnswer(t *testing.T) {
	scenarios := []scenario{
		{name: "connection dropped before", arrange: onCall(faults.Drop), executed: 0},
		{name: "connection dropped after", arrange: onCall(faults.After(faults.Drop)), executed: 1},
		{name: "JSON cut off", setup: setup{json: true}, arrange: onCall(faults.Truncated), executed: 1},
		{name: "JSON that is none", arrange: onCall(faults.After(faults.Answer(200, "application/json", "{"))), executed: 1},
		{name: "other content type", arrange: onCall(faults.After(faults.Answer(200, "text/html", "hi"))), executed: 1},
		{name: "stream ended without an id", arrange: onCall(faults.Stream("")), executed: 1},
		{name: "stream broken without an id", arrange: onCall(faults.BrokenStream("")), executed: 1},
		{name: "stream with garbage", arrange: onCall(faults.After(faults.Answer(200, "text/event-stream", "data: {\n\n"))), executed: 1},
	}
	for _, status := range []int{400, 401, 403, 404, 405, 408, 409, 429, 500, 502, 503, 504} {
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
// an event id and end or break the stream, and then refuse the GET by which
// the SDK resumes it. What the GET is told says nothing about the call.
func TestFailedResumption(t *testing.T) {
	var scenarios []scenario
	evicting := &evictingStore{mcp.NewMemoryEventStore(nil), make(chan struct{})}
	for name, get := range map[string]faults.Fault{
		"404":                       faults.Status(404),
		"404 with -32600":           faults.RPCError(404, -32600),
		"404 with -32601":           faults.RPCError(404, -32601),
		"404 with -32001":           faults.RPCError(404, -32001),
		"400 for an evicted buffer": faults.Status(400),
		"400 with -32600":           faults.RPCError(400, -32600),
		"400 with -32602":           faults.RPCError(400, -32602),
		"401":                       faults.Status(401),
		"405":                       faults.Status(405),
		"405 with -32000":           faults.RPCError(405, -32000),
		"503":                       faults.Status(503),
		"a stream without events":   faults.Stream(""),
	} {
		scenarios = append(scenarios,
			scenario{name: "ended, " + name, arrange: onCall(faults.Stream(faults.Primed), get)},
			scenario{name: "broken, " + name, arrange: onCall(faults.BrokenStream(faults.Primed), get)})
	}
	scenarios = append(scenarios,
		scenario{name: "ended, and nothing listens", arrange: func(w *world) {
			w.onCall(func(rw http.ResponseWriter, r *http.Request, server http.Handler) {
				defer w.stop()
				faults.Stream(faults.Primed)(rw, r, server)
			})
		}},
		// With the SDK's own means: the server ends the stream, and its event
		// store has dropped the answer by the time it is asked for.
		scenario{name: "event store evicted", setup: setup{store: evicting}, arrange: func(w *world) {
			w.tool = polled
			w.onCall(nil, evicting.wait)
		}})
	for i := range scenarios {
		scenarios[i].want, scenarios[i].executed = recovery.Unknown, 1
	}
	run(t, append(scenarios, scenario{
		name: "answer replayed", setup: setup{store: mcp.NewMemoryEventStore(nil)},
		arrange: func(w *world) { w.tool = polled },
		want:    recovery.Done, executed: 1,
	}))
}

// polled is a tool that ends its stream, so that the client has to come back
// for the result.
func polled(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	req.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
	return booked(), nil
}

// evictingStore drops its events when it has taken the result of the tool.
type evictingStore struct {
	*mcp.MemoryEventStore
	evicted chan struct{}
}

func (s *evictingStore) Append(ctx context.Context, session, stream string, data []byte) error {
	err := s.MemoryEventStore.Append(ctx, session, stream, data)
	if bytes.Contains(data, []byte("booked")) {
		s.SetMaxBytes(1)
		close(s.evicted)
	}
	return err
}

// wait lets a request through when the events are gone.
func (s *evictingStore) wait(w http.ResponseWriter, r *http.Request, server http.Handler) {
	<-s.evicted
	server.ServeHTTP(w, r)
}

// TestEndedByAnotherRequest ends the session of an executed call by what
// happens to another request of the session.
func TestEndedByAnotherRequest(t *testing.T) {
	// listMeanwhile lists the tools while the call is being executed, and has
	// that answered with a fault.
	listMeanwhile := func(f faults.Fault) func(*world) (*mcp.CallToolResult, error) {
		return func(w *world) (*mcp.CallToolResult, error) {
			w.faults.Choose(func(c faults.Call) faults.Fault {
				switch {
				case c.ToolCall():
					return faults.Early
				case c.Method == "tools/list":
					return f
				}
				return nil
			})
			return w.callAnd(func() { w.session.ListTools(w.ctx, nil) })
		}
	}
	run(t, []scenario{
		{name: "404", call: listMeanwhile(faults.Status(404)), want: recovery.Unknown, executed: 1},
		{name: "400", call: listMeanwhile(faults.Status(400)), want: recovery.Unknown, executed: 1},
		{name: "connections closed", eras: both, call: func(w *world) (*mcp.CallToolResult, error) {
			return w.callAnd(w.http.CloseClientConnections)
		}, want: recovery.Unknown, executed: 1},
		{name: "standalone stream refused", setup: setup{standalone: true}, call: func(w *world) (*mcp.CallToolResult, error) {
			w.onCall(faults.Early)
			return w.callAnd(func() {
				w.faults.Choose(func(c faults.Call) faults.Fault { return faults.RPCError(404, -32600) })
				close(w.standalone)
			})
		}, want: recovery.Unknown, executed: 1},
	})
}

// TestAbandonedAuthorization ends the session of an executed call by
// abandoning another call while it is being authorized, when the authorization
// server cannot be reached. The SDK hands the error of that dial to both.
func TestAbandonedAuthorization(t *testing.T) {
	ctx, abandon := context.WithCancel(t.Context())
	run(t, []scenario{{
		name:  "401",
		setup: setup{oauth: authorization(func() error { abandon(); return errDial })},
		call: func(w *world) (*mcp.CallToolResult, error) {
			w.faults.Choose(func(c faults.Call) faults.Fault {
				switch {
				case c.ToolCall():
					return faults.Early
				case c.Method == "tools/list":
					return faults.Status(401)
				}
				return nil
			})
			return w.callAnd(func() { w.session.ListTools(ctx, nil) })
		},
		want: recovery.Unknown, executed: 1,
	}})
}

// TestCancellation gives up calls that have been executed.
func TestCancellation(t *testing.T) {
	give := func(up error) func(*world) (*mcp.CallToolResult, error) {
		return func(w *world) (*mcp.CallToolResult, error) {
			ctx := newEndingContext(w.ctx, up)
			w.ctx = ctx
			return w.callAnd(ctx.end)
		}
	}
	run(t, []scenario{
		{name: "canceled", eras: both, call: give(context.Canceled), want: recovery.Unknown, executed: 1},
		{name: "deadline", eras: both, call: give(context.DeadlineExceeded), want: recovery.Unknown, executed: 1},
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

func newEndingContext(parent context.Context, err error) *endingContext {
	return &endingContext{parent, make(chan struct{}), err}
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
