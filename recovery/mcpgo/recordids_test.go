package mcpgo

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcprecovery/mcplint/recovery"
)

// breakingJournal fails on demand.
type breakingJournal struct {
	recovery.Journal
	broken atomic.Bool
}

func (j *breakingJournal) Append(ctx context.Context, r recovery.Record) error {
	if j.broken.Load() {
		return errors.New("journal broken")
	}
	return j.Journal.Append(ctx, r)
}

// bare hides what a transport can do beyond the interface.
type bare struct{ transport.Interface }

// TestRecordIDs checks on every transport that the id of a call is in the
// journal when the tool runs, and that a call whose id cannot be written is
// not sent, while the client goes on.
func TestRecordIDs(t *testing.T) {
	for name, over := range map[string]func(*world) (transport.Interface, error){
		"streamable, by its client": func(w *world) (transport.Interface, error) {
			return transport.NewStreamableHTTP(w.http.URL, transport.WithHTTPBasicClient(&http.Client{Transport: recovery.RecordIDs(w.pool)}))
		},
		"streamable, wrapped": func(w *world) (transport.Interface, error) {
			t, err := transport.NewStreamableHTTP(w.http.URL, transport.WithHTTPBasicClient(&http.Client{Transport: w.pool}))
			return RecordIDs(t), err
		},
		"SSE, by its client": func(w *world) (transport.Interface, error) {
			return transport.NewSSE(w.sse().URL, transport.WithHTTPClient(&http.Client{Transport: recovery.RecordIDs(w.pool)}))
		},
		"SSE, wrapped": func(w *world) (transport.Interface, error) {
			t, err := transport.NewSSE(w.sse().URL, transport.WithHTTPClient(&http.Client{Transport: w.pool}))
			return RecordIDs(t), err
		},
		"in process": func(w *world) (transport.Interface, error) {
			return RecordIDs(transport.NewInProcessTransport(w.server)), nil
		},
		"of others": func(w *world) (transport.Interface, error) {
			return RecordIDs(bare{transport.NewInProcessTransport(w.server)}), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newServer(t, nil)
			transport, err := over(w)
			if err != nil {
				t.Fatal(err)
			}
			w.connect(transport)
			journal := &breakingJournal{Journal: recovery.NewMemoryJournal()}
			args := map[string]any{"room": "7"}
			call := func(id string) (op *recovery.Operation, outcome recovery.Outcome) {
				op, err := recovery.Begin(w.ctx, journal, recovery.Intent{ID: id}, args)
				if err != nil {
					t.Fatal(err)
				}
				ctx, _, err := op.Attempt(w.ctx, args)
				if err != nil {
					t.Fatal(err)
				}
				journal.broken.Store(id == "broken")
				defer journal.broken.Store(false)
				return op, Classify(w.callWith(ctx, args))
			}
			var inJournal []recovery.Record
			w.tool = func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				inJournal = nil
				for r, err := range journal.Records(ctx, "") {
					if err == nil && r.Kind == recovery.KindRPC {
						inJournal = append(inJournal, r)
					}
				}
				return mcp.NewToolResultText("booked"), nil
			}
			first, outcome := call("first")
			if outcome != recovery.Done || len(inJournal) != 1 || inJournal[0].Operation != "first" || first.Attempts()[0].RPCIDs[0] == "" {
				t.Errorf("%v, in the journal when the tool ran: %+v", outcome, inJournal)
			}
			if _, outcome := call("broken"); outcome != recovery.NotSent || w.executed.Load() != 1 {
				t.Errorf("journal broken: %v, executed %d", outcome, w.executed.Load())
			}
			second, outcome := call("second")
			if outcome != recovery.Done || len(inJournal) != 2 || second.Attempts()[0].RPCIDs[0] == first.Attempts()[0].RPCIDs[0] {
				t.Errorf("%v, in the journal when the tool ran: %+v", outcome, inJournal)
			}
		})
	}
}

// sse serves the world's server over the transport of revision 2024-11-05.
func (w *world) sse() *httptest.Server {
	web := httptest.NewUnstartedServer(nil)
	sse := server.NewSSEServer(w.server, server.WithBaseURL("http://"+web.Listener.Addr().String()))
	web.Config.Handler = sse
	web.Start()
	w.t.Cleanup(web.Close)
	w.t.Cleanup(web.CloseClientConnections)
	web.URL += "/sse"
	return web
}
