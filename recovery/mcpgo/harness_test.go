package mcpgo

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
)

const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

var both = []string{legacy, modern}

// A world is a server of the SDK, with faults in front of it, and a client of
// the SDK. The tool "book" commits a booking; how often it did is what the
// tests are about.
type world struct {
	t      *testing.T
	ctx    context.Context
	server *server.MCPServer
	faults *faults.Handler
	http   *httptest.Server
	pool   *faults.Pool // the client's connections
	client *client.Client

	executed atomic.Int32
	// tool does what remains to be done after the commit; nil means success.
	tool server.ToolHandlerFunc
	// before, if it is not nil, comes before the commit and may refuse.
	before server.ToolHandlerFunc
}

// A setup says how the world of a scenario differs from the plain one.
type setup struct {
	version string // protocol revision of the client
	store   server.EventStore
	oauth   *transport.OAuthConfig
	client  []client.ClientOption
	http    func(http.RoundTripper) http.RoundTripper
}

func newWorld(t *testing.T, s setup) *world {
	t.Helper()
	w := newServer(t, s.store)
	var roundTripper http.RoundTripper = w.pool
	if s.http != nil {
		roundTripper = s.http(w.pool)
	}
	options := []transport.StreamableHTTPCOption{
		transport.WithHTTPBasicClient(&http.Client{Transport: roundTripper}),
		transport.WithHTTPLogger(slog.New(slog.DiscardHandler)),
	}
	if s.oauth != nil {
		options = append(options, transport.WithHTTPOAuth(*s.oauth))
	}
	over, err := transport.NewStreamableHTTP(w.http.URL, options...)
	if err != nil {
		t.Fatal(err)
	}
	w.connect(over, append(s.client, client.WithProtocolVersion(s.version))...)
	if got := w.client.ProtocolVersion(); got != s.version {
		t.Fatalf("negotiated %s, want %s", got, s.version)
	}
	return w
}

// newServer returns a world without a client.
func newServer(t *testing.T, store server.EventStore) *world {
	w := &world{t: t, ctx: t.Context()}
	w.server = server.NewMCPServer("hotel", "1")
	w.server.AddTool(mcp.NewTool("book"), w.book)
	var options []server.StreamableHTTPOption
	if store != nil {
		options = append(options, server.WithEventStore(store))
	}
	w.faults = &faults.Handler{Server: server.NewStreamableHTTPServer(w.server, options...)}
	w.http = httptest.NewServer(w.faults)
	t.Cleanup(w.http.Close)
	t.Cleanup(w.http.CloseClientConnections)
	w.pool = faults.NewPool()
	t.Cleanup(w.pool.CloseIdleConnections)
	return w
}

// connect makes the client.
func (w *world) connect(over transport.Interface, options ...client.ClientOption) {
	w.t.Helper()
	w.client = client.NewClient(over, options...)
	if err := w.client.Start(w.ctx); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { w.client.Close() })
	var init mcp.InitializeRequest
	init.Params.ClientInfo = mcp.Implementation{Name: "client", Version: "1"}
	if _, err := w.client.Initialize(w.ctx, init); err != nil {
		w.t.Fatal(err)
	}
}

// book is the tool.
func (w *world) book(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if w.before != nil {
		if res, err := w.before(ctx, req); res != nil || err != nil {
			return res, err
		}
	}
	w.executed.Add(1)
	if w.tool != nil {
		return w.tool(ctx, req)
	}
	return mcp.NewToolResultText("booked"), nil
}

// onCall returns an arrangement of onCall.
func onCall(call faults.Fault, get ...faults.Fault) func(*world) {
	return func(w *world) { w.onCall(call, get...) }
}

// onCall puts a fault in front of tools/call, and another in front of GET.
func (w *world) onCall(call faults.Fault, get ...faults.Fault) {
	w.faults.Choose(func(c faults.Call) faults.Fault {
		switch {
		case c.ToolCall():
			return call
		case c.HTTP == http.MethodGet && len(get) > 0:
			return get[0]
		}
		return nil
	})
}

// stop ends the HTTP server; nothing listens any more.
func (w *world) stop() {
	w.pool.Stop()
	w.http.Listener.Close()
	w.http.CloseClientConnections()
}

func (w *world) call(ctx context.Context) (*mcp.CallToolResult, error) {
	return w.callWith(ctx, map[string]any{"room": "7"})
}

func (w *world) callWith(ctx context.Context, args any) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = "book", args
	return w.client.CallTool(ctx, req)
}

// callAnd calls the tool, and calls meanwhile after the tool has committed and
// before it answers.
func (w *world) callAnd(meanwhile func()) (*mcp.CallToolResult, error) {
	committed, answered := make(chan struct{}), make(chan struct{})
	defer close(answered)
	w.tool = func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		close(committed)
		<-answered
		return mcp.NewToolResultText("booked"), nil
	}
	go func() {
		<-committed
		meanwhile()
	}()
	return w.call(w.ctx)
}

// A scenario is one way for a call to end.
type scenario struct {
	name string
	setup
	// eras are the revisions to play the scenario with; just the one of the
	// setup if there are none.
	eras []string
	// arrange prepares the failure.
	arrange func(*world)
	// call replaces a plain call of the tool.
	call func(*world) (*mcp.CallToolResult, error)

	want     recovery.Outcome
	executed int32 // times
}

// run plays the scenarios against a server that conforms: whatever is called
// never executed was not.
func run(t *testing.T, scenarios []scenario) {
	t.Helper()
	play(t, scenarios, true)
}

func play(t *testing.T, scenarios []scenario, conforming bool) {
	t.Helper()
	for _, s := range scenarios {
		if s.eras == nil {
			s.eras = []string{cmp.Or(s.version, legacy)}
		}
		for _, version := range s.eras {
			t.Run(s.name+", "+version, func(t *testing.T) {
				s.version = version
				w := newWorld(t, s.setup)
				if s.arrange != nil {
					s.arrange(w)
				}
				call := s.call
				if call == nil {
					call = func(w *world) (*mcp.CallToolResult, error) { return w.call(w.ctx) }
				}
				res, err := call(w)
				got, executed := Classify(res, err), w.executed.Load()
				t.Logf("%v, executed %d: %v", got, executed, err)
				if got != s.want {
					t.Errorf("outcome %v, want %v", got, s.want)
				}
				if executed != s.executed {
					t.Errorf("executed %d times, want %d", executed, s.executed)
				}
				if conforming && got.NeverExecuted() && executed > 0 {
					t.Errorf("%v, but executed", got)
				}
			})
		}
	}
}

// errDial is what a dial to a port returns on which nothing listens.
var errDial = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}

var infinity = math.Inf(1)
