package gosdk

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/modelcontextprotocol/go-sdk/mcp"
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

// TestRecordIDs checks on every transport that the id of a call is in the
// journal when the tool runs, and that a call whose id cannot be written is
// not sent, while the session goes on.
func TestRecordIDs(t *testing.T) {
	for name, connect := range map[string]func(*world) mcp.Transport{
		"streamable": func(w *world) mcp.Transport {
			return &mcp.StreamableClientTransport{Endpoint: w.http.URL, HTTPClient: &http.Client{Transport: w.pool}}
		},
		"streamable, default client": func(w *world) mcp.Transport {
			return &mcp.StreamableClientTransport{Endpoint: w.http.URL}
		},
		"in memory": func(w *world) mcp.Transport {
			here, there := mcp.NewInMemoryTransports()
			if _, err := w.server.Connect(w.ctx, there, nil); err != nil {
				w.t.Fatal(err)
			}
			return here
		},
		"SSE": func(w *world) mcp.Transport {
			w.http.Config.Handler = mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return w.server }, nil)
			return &mcp.SSEClientTransport{Endpoint: w.http.URL, HTTPClient: &http.Client{Transport: w.pool}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, setup{version: legacy})
			client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
			session, err := client.Connect(w.ctx, RecordIDs(connect(w)), &mcp.ClientSessionOptions{ProtocolVersion: legacy})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()

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
				res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "book", Arguments: args})
				return op, Classify(res, err)
			}
			var inJournal []recovery.Record
			w.tool = func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				inJournal = nil
				for r, err := range journal.Records(ctx, "") {
					if err == nil && r.Kind == recovery.KindRPC {
						inJournal = append(inJournal, r)
					}
				}
				return booked(), nil
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

// TestRecordIDsOfRounds checks that every round of a call has its id.
func TestRecordIDsOfRounds(t *testing.T) {
	w := newWorld(t, elicits(agree))
	w.before = func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.InputResponses == nil {
			return needsInput(), nil
		}
		return nil, nil
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, elicits(agree).client)
	session, err := client.Connect(w.ctx, RecordIDs(&mcp.StreamableClientTransport{
		Endpoint: w.http.URL, HTTPClient: &http.Client{Transport: w.pool},
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	op, err := recovery.Begin(w.ctx, recovery.NewMemoryJournal(), recovery.Intent{ID: "op"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, _, err := op.Attempt(w.ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "book"})
	if got := Classify(res, err); got != recovery.Done {
		t.Fatalf("got %v: %v", got, err)
	}
	if ids := op.Attempts()[0].RPCIDs; len(ids) != 2 || ids[0] == ids[1] {
		t.Errorf("ids of two rounds: %q", ids)
	}
}
