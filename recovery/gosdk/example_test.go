package gosdk_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/gosdk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// hotel is a server that books a room, and loses the answer while lossy is
// set.
type hotel struct {
	*httptest.Server
	lossy    atomic.Bool
	bookings sync.Map // by provider key
}

func newHotel() *hotel {
	h := &hotel{}
	server := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1"}, nil)
	type booking struct {
		Room string `json:"room"`
		Key  string `json:"key"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "book"}, func(_ context.Context, _ *mcp.CallToolRequest, b booking) (*mcp.CallToolResult, any, error) {
		h.bookings.Store(b.Key, b.Room) // the same key is the same booking
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "booked " + b.Room}}}, nil, nil
	})
	endpoint := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true})
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.lossy.Load() && r.Header.Get("Mcp-Method") == "tools/call" {
			endpoint.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		endpoint.ServeHTTP(w, r)
	}))
	return h
}

// A booking whose answer is lost is repeated under the hotel's contract, with
// the same key and another JSON-RPC id. There is one booking.
func Example() {
	ctx := context.Background()
	server := newHotel()
	defer server.Close()
	client := mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1"}, nil)
	session, err := client.Connect(ctx, gosdk.RecordIDs(&mcp.StreamableClientTransport{Endpoint: server.URL}), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()

	key := recovery.NewID()
	args := map[string]any{"room": "7", "key": key}
	op, err := recovery.Begin(ctx, recovery.NewMemoryJournal(), recovery.Intent{
		ID:     recovery.NewID(),
		Target: recovery.Target{Server: "hotel", Tool: "book"},
		Effect: recovery.EffectWrite,
		Key:    key,
	}, args)
	if err != nil {
		log.Fatal(err)
	}
	book := func() recovery.Outcome {
		callCtx, attempt, err := op.Attempt(ctx, args)
		if err != nil {
			log.Fatal(err)
		}
		res, err := session.CallTool(callCtx, &mcp.CallToolParams{Name: "book", Arguments: args})
		outcome := gosdk.Classify(res, err)
		if err := attempt.End(ctx, outcome, err); err != nil {
			log.Fatal(err)
		}
		return outcome
	}

	server.lossy.Store(true)
	fmt.Println("outcome:", book())
	server.lossy.Store(false)
	decision, err := op.Decide(ctx, recovery.Situation{
		Era: gosdk.Era(session),
		Contract: recovery.Contract{ // from the hotel's documentation
			Scope: "hotel account", PayloadBound: true, Atomic: true, Propagated: true, Window: 24 * time.Hour,
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("decision:", decision.Action)
	if decision.Action == recovery.RepeatWithEvidence {
		fmt.Println("outcome:", book())
	}
	a := op.Attempts()
	fmt.Println("one id for two requests:", a[0].RPCIDs[0] == a[1].RPCIDs[0])
	server.bookings.Range(func(_, room any) bool {
		fmt.Println("booked room", room)
		return true
	})
	// Output:
	// outcome: unknown
	// decision: repeat with evidence
	// outcome: done
	// one id for two requests: false
	// booked room 7
}

func ExampleClassify() {
	ctx := context.Background()
	server := newHotel()
	client := mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: server.URL,
		// A connection for each request, so that the last one has to dial:
		// on a connection that was open it could have been sent.
		HTTPClient: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	call := func() recovery.Outcome {
		return gosdk.Classify(session.CallTool(ctx, &mcp.CallToolParams{
			Name: "book", Arguments: map[string]any{"room": "7", "key": "k"},
		}))
	}
	fmt.Println("answered:", call())
	server.lossy.Store(true)
	fmt.Println("answer lost:", call())
	server.Close()
	fmt.Println("nothing listens:", call())
	// Output:
	// answered: done
	// answer lost: unknown
	// nothing listens: not sent
}
