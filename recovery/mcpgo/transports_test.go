package mcpgo

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcprecovery/mcplint/recovery"
)

// The test binary runs itself as the server of the stdio transport.
const (
	ledgerEnv = "MCPGO_TEST_LEDGER" // file with a line for every booking
	deathEnv  = "MCPGO_TEST_DEATH"  // "before" or "after" the booking
)

func TestMain(m *testing.M) {
	if ledger := os.Getenv(ledgerEnv); ledger != "" {
		serveStdio(ledger, os.Getenv(deathEnv))
	}
	os.Exit(m.Run())
}

// serveStdio serves one session on standard input and output.
func serveStdio(ledger, death string) {
	hotel := server.NewMCPServer("hotel", "1")
	hotel.AddTool(mcp.NewTool("book"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if death == "before" {
			os.Exit(1)
		}
		f, err := os.OpenFile(ledger, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, err
		}
		_, err = f.WriteString("booked\n")
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		if death == "after" {
			os.Exit(1)
		}
		return mcp.NewToolResultText("booked"), nil
	})
	if server.ServeStdio(hotel) != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// TestStdio kills a server process before and after it has committed.
func TestStdio(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		death    string
		want     recovery.Outcome
		executed int
		then     recovery.Outcome // of a second call
	}{
		{"never", recovery.Done, 1, recovery.Done},
		{"before", recovery.Unknown, 0, recovery.Unknown},
		{"after", recovery.Unknown, 1, recovery.Unknown},
	} {
		t.Run(test.death, func(t *testing.T) {
			w := &world{t: t, ctx: t.Context()}
			ledger := filepath.Join(t.TempDir(), "ledger")
			w.connect(RecordIDs(transport.NewCommandWithEnv(exe, []string{ledgerEnv + "=" + ledger, deathEnv + "=" + test.death})))
			op, err := recovery.Begin(w.ctx, recovery.NewMemoryJournal(), recovery.Intent{ID: "op"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			ctx, _, err := op.Attempt(w.ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := w.callWith(ctx, nil)
			if got, executed := Classify(res, err), bookings(t, ledger); got != test.want || executed != test.executed {
				t.Errorf("%v, executed %d, want %v, executed %d: %v", got, executed, test.want, test.executed, err)
			}
			if ids := op.Attempts()[0].RPCIDs; len(ids) != 1 {
				t.Errorf("recorded ids: %q", ids)
			}
			res, err = w.callWith(w.ctx, nil)
			if got := Classify(res, err); got != test.then {
				t.Errorf("second call: %v, want %v: %v", got, test.then, err)
			}
		})
	}
}

func bookings(t *testing.T, ledger string) int {
	t.Helper()
	data, err := os.ReadFile(ledger)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return bytes.Count(data, []byte("booked\n"))
}

// TestSSE loses the stream of the transport of revision 2024-11-05, and its
// server.
func TestSSE(t *testing.T) {
	for _, test := range []struct {
		name     string
		call     func(w *world, lose func()) (*mcp.CallToolResult, error)
		want     recovery.Outcome
		executed int32
	}{
		{"success", func(w *world, _ func()) (*mcp.CallToolResult, error) { return w.call(w.ctx) }, recovery.Done, 1},
		{"stream lost", func(w *world, lose func()) (*mcp.CallToolResult, error) {
			// The client waits for its time limit.
			ctx, giveUp := context.WithCancel(w.ctx)
			w.ctx = ctx
			return w.callAnd(func() { lose(); giveUp() })
		}, recovery.Unknown, 1},
		{"nothing listens", func(w *world, _ func()) (*mcp.CallToolResult, error) {
			w.pool.Stop() // the stream is not idle
			return w.call(w.ctx)
		}, recovery.NotSent, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newServer(t, nil)
			web := w.sse()
			over, err := transport.NewSSE(web.URL, transport.WithHTTPClient(&http.Client{Transport: w.pool}))
			if err != nil {
				t.Fatal(err)
			}
			w.connect(over)
			res, err := test.call(w, web.CloseClientConnections)
			if got := Classify(res, err); got != test.want || w.executed.Load() != test.executed {
				t.Errorf("%v, executed %d, want %v, executed %d: %v", got, w.executed.Load(), test.want, test.executed, err)
			}
		})
	}
}
