package gosdk

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The test binary runs itself as the server of the stdio transport.
const (
	ledgerEnv = "GOSDK_TEST_LEDGER" // file with a line for every booking
	deathEnv  = "GOSDK_TEST_DEATH"  // "before" or "after" the booking
)

func TestMain(m *testing.M) {
	if ledger := os.Getenv(ledgerEnv); ledger != "" {
		serveStdio(ledger, os.Getenv(deathEnv))
	}
	os.Exit(m.Run())
}

// serveStdio serves one session on standard input and output.
func serveStdio(ledger, death string) {
	server := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "book", InputSchema: map[string]any{"type": "object"}},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
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
			return booked(), nil
		})
	if server.Run(context.Background(), &mcp.StdioTransport{}) != nil {
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
	for _, version := range both {
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
			t.Run(version+" "+test.death, func(t *testing.T) {
				ledger := filepath.Join(t.TempDir(), "ledger")
				cmd := exec.Command(exe)
				cmd.Env = append(os.Environ(), ledgerEnv+"="+ledger, deathEnv+"="+test.death)
				client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
				session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd},
					&mcp.ClientSessionOptions{ProtocolVersion: version})
				if err != nil {
					t.Fatal(err)
				}
				defer session.Close()
				res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "book"})
				got, executed := Classify(res, err), bookings(t, ledger)
				if got != test.want || executed != test.executed {
					t.Errorf("%v, executed %d, want %v, executed %d: %v", got, executed, test.want, test.executed, err)
				}
				res, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "book"})
				if got := Classify(res, err); got != test.then {
					t.Errorf("second call: %v, want %v: %v", got, test.then, err)
				}
			})
		}
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
		name          string
		before, after func(*httptest.Server, *faults.Pool) // the commit
		want          recovery.Outcome
		executed      int32
	}{
		{"success", nil, nil, recovery.Done, 1},
		{"stream lost", nil, func(s *httptest.Server, _ *faults.Pool) { s.CloseClientConnections() }, recovery.Unknown, 1},
		{"nothing listens", func(_ *httptest.Server, p *faults.Pool) { p.Stop() }, nil, recovery.NotSent, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var executed atomic.Int32
			var web *httptest.Server
			connections := faults.NewPool()
			defer connections.CloseIdleConnections()
			server := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1"}, nil)
			server.AddTool(&mcp.Tool{Name: "book", InputSchema: map[string]any{"type": "object"}},
				func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					executed.Add(1)
					if test.after != nil {
						test.after(web, connections)
					}
					return booked(), nil
				})
			web = httptest.NewServer(mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil))
			defer web.Close()
			defer web.CloseClientConnections()
			client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
			session, err := client.Connect(t.Context(), &mcp.SSEClientTransport{
				Endpoint: web.URL, HTTPClient: &http.Client{Transport: connections},
			}, &mcp.ClientSessionOptions{ProtocolVersion: legacy})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			if test.before != nil {
				test.before(web, connections)
			}
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "book"})
			if got := Classify(res, err); got != test.want || executed.Load() != test.executed {
				t.Errorf("%v, executed %d, want %v, executed %d: %v", got, executed.Load(), test.want, test.executed, err)
			}
		})
	}
}

// TestInMemory covers the transport without a network.
func TestInMemory(t *testing.T) {
	for name, test := range map[string]struct {
		tool mcp.ToolHandler
		want recovery.Outcome
	}{
		"success": {func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return booked(), nil }, recovery.Done},
		"closing": {fails(codeServerClosing), recovery.Unknown},
		"error":   {fails(-32603), recovery.Answered},
	} {
		t.Run(name, func(t *testing.T) {
			server := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1"}, nil)
			server.AddTool(&mcp.Tool{Name: "book", InputSchema: map[string]any{"type": "object"}}, test.tool)
			here, there := mcp.NewInMemoryTransports()
			if _, err := server.Connect(t.Context(), there, nil); err != nil {
				t.Fatal(err)
			}
			client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
			session, err := client.Connect(t.Context(), here, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "book"})
			if got := Classify(res, err); got != test.want {
				t.Errorf("got %v, want %v: %v", got, test.want, err)
			}
		})
	}
}
