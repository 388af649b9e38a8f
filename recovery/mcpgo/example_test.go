package mcpgo_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/mcpgo"
)

// A booking whose answer is lost is looked up, not repeated: there is one
// booking.
func Example() {
	ctx := context.Background()
	// A server that commits and then loses the answer.
	booked := make(chan string, 10)
	hotel := server.NewMCPServer("hotel", "1")
	hotel.AddTool(mcp.NewTool("book", mcp.WithString("key")), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		booked <- req.GetString("key", "")
		return mcp.NewToolResultText("booked"), nil
	})
	endpoint := server.NewStreamableHTTPServer(hotel)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "tools/call" {
			endpoint.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		endpoint.ServeHTTP(w, r)
	}))
	defer web.Close()

	over, err := transport.NewStreamableHTTP(web.URL,
		transport.WithHTTPBasicClient(&http.Client{Transport: recovery.RecordIDs(nil)}))
	if err != nil {
		log.Fatal(err)
	}
	c := client.NewClient(over)
	defer c.Close()
	if err := c.Start(ctx); err != nil {
		log.Fatal(err)
	}
	if _, err := c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
		log.Fatal(err)
	}

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
	callCtx, attempt, err := op.Attempt(ctx, args)
	if err != nil {
		log.Fatal(err)
	}
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = "book", args
	res, err := c.CallTool(callCtx, req)
	outcome := mcpgo.Classify(res, err)
	if err := attempt.End(ctx, outcome, err); err != nil {
		log.Fatal(err)
	}
	fmt.Println("outcome:", outcome)

	decide := func() recovery.Decision {
		d, err := op.Decide(ctx, recovery.Situation{Era: mcpgo.Era(c)})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("decision:", d.Action)
		return d
	}
	if decide().Action == recovery.Reconcile {
		// The hotel's own records, by the key.
		if <-booked == key {
			err = op.Reconciled(ctx, recovery.Accepted, "bookings by key")
		} else {
			err = op.Reconciled(ctx, recovery.Missing, "bookings by key")
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	if d := decide(); d.Action == recovery.Settle {
		if err := op.Settle(ctx, d.String()); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("calls:", len(op.Attempts()))
	// Output:
	// outcome: unknown
	// decision: reconcile
	// decision: settle
	// calls: 1
}
