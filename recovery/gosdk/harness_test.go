package gosdk

import (
	"cmp"
	"context"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/oauth2"
)

const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

var both = []string{legacy, modern}

// A world is a server of the SDK, with faults in front of it, and a session of
// a client of the SDK. The tool "book" commits a booking; how often it did is
// what the tests are about.
type world struct {
	t       *testing.T
	ctx     context.Context
	server  *mcp.Server
	faults  *faults.Handler
	http    *httptest.Server
	session *mcp.ClientSession
	pool    *faults.Pool // the client's connections

	executed atomic.Int32
	// standalone is closed to end the standalone stream.
	standalone chan struct{}
	// tool does what remains to be done after the commit; nil means success.
	tool mcp.ToolHandler
	// before, if it is not nil, comes before the commit and may refuse.
	before mcp.ToolHandler
}

// A setup says how the world of a scenario differs from the plain one.
type setup struct {
	version    string // protocol revision of the client
	json       bool   // the server answers with JSON rather than with a stream
	store      mcp.EventStore
	oauth      auth.OAuthHandler
	client     *mcp.ClientOptions
	http       func(http.RoundTripper) http.RoundTripper
	standalone bool // the client opens the standalone stream
}

func newWorld(t *testing.T, s setup) *world {
	t.Helper()
	w := &world{t: t, ctx: t.Context()}
	w.server = mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1"}, nil)
	w.server.AddTool(&mcp.Tool{Name: "book", InputSchema: map[string]any{"type": "object"}}, w.book)
	w.faults = &faults.Handler{Server: mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return w.server },
		&mcp.StreamableHTTPOptions{JSONResponse: s.json, EventStore: s.store, Stateless: s.version == modern})}
	if s.standalone {
		w.standalone = make(chan struct{})
		w.faults.Choose(func(c faults.Call) faults.Fault {
			if c.HTTP == http.MethodGet {
				return w.standaloneStream
			}
			return nil
		})
	}
	w.http = httptest.NewServer(w.faults)
	t.Cleanup(w.http.Close)
	t.Cleanup(w.http.CloseClientConnections)

	w.pool = faults.NewPool()
	t.Cleanup(w.pool.CloseIdleConnections)
	var roundTripper http.RoundTripper = w.pool
	if s.http != nil {
		roundTripper = s.http(w.pool)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, s.client)
	session, err := client.Connect(w.ctx, &mcp.StreamableClientTransport{
		Endpoint: w.http.URL, HTTPClient: &http.Client{Transport: roundTripper}, MaxRetries: 1,
		DisableStandaloneSSE: !s.standalone, OAuthHandler: s.oauth,
	}, &mcp.ClientSessionOptions{ProtocolVersion: s.version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	if got := session.InitializeResult().ProtocolVersion; got != s.version {
		t.Fatalf("negotiated %s, want %s", got, s.version)
	}
	w.session = session
	return w
}

// book is the tool.
func (w *world) book(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if w.before != nil {
		if res, err := w.before(ctx, req); res != nil || err != nil {
			return res, err
		}
	}
	w.executed.Add(1)
	if w.tool != nil {
		return w.tool(ctx, req)
	}
	return booked(), nil
}

func booked() *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "booked"}}}
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

// standaloneStream serves the standalone stream until the test ends it.
func (w *world) standaloneStream(rw http.ResponseWriter, r *http.Request, server http.Handler) {
	faults.Stream(faults.Primed)(rw, r, server)
	select {
	case <-w.standalone:
	case <-r.Context().Done():
	}
}

// stop ends the HTTP server; nothing listens any more.
func (w *world) stop() {
	w.pool.Stop()
	w.http.Listener.Close()
	w.http.CloseClientConnections()
}

func (w *world) call(ctx context.Context) (*mcp.CallToolResult, error) {
	return w.session.CallTool(ctx, &mcp.CallToolParams{Name: "book", Arguments: map[string]any{"room": "7"}})
}

// callAnd calls the tool, and calls meanwhile after the tool has committed and
// before it answers.
func (w *world) callAnd(meanwhile func()) (*mcp.CallToolResult, error) {
	committed, answered := make(chan struct{}), make(chan struct{})
	defer close(answered)
	w.tool = func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		close(committed)
		<-answered
		return booked(), nil
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

// authorization is an OAuth handler that does what a test wants.
type authorization func() error

func (authorization) TokenSource(context.Context) (oauth2.TokenSource, error) { return nil, nil }

func (a authorization) Authorize(_ context.Context, _ *http.Request, resp *http.Response) error {
	resp.Body.Close()
	return a()
}

var infinity = math.Inf(1)
