// Package evicted_test executes what mcplint says of resumed streams: a server
// whose buffer has dropped the events after the cursor answers 200 with a
// later one.
package evicted_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"truth/evicted/safeclient"
	"truth/evicted/unsafeclient"
)

// serve offers "refund" from the second connection on. The notification of it
// has been evicted: the resumed stream goes on with a later event.
func serve(t *testing.T) string {
	var connections atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			tools := []map[string]string{{"name": "book"}}
			if connections.Load() > 1 {
				tools = append(tools, map[string]string{"name": "refund"})
			}
			json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": 1, "result": map[string]any{"tools": tools}})
			return
		}
		n := connections.Add(1)
		if n > 1 && r.Header.Get("Last-Event-ID") != "e1" {
			t.Errorf("connection %d presents %q", n, r.Header.Get("Last-Event-ID"))
		}
		w.Header().Set("Content-Type", "text/event-stream")
		if n == 1 {
			fmt.Fprint(w, "id: e1\ndata: {}\n\n")
		} else {
			fmt.Fprint(w, "id: e9\ndata: {}\n\n")
		}
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

type client interface {
	Load(context.Context) error
	Listen(context.Context, int) error
	Has(string) bool
}

func follow(t *testing.T, c client) {
	t.Helper()
	if err := c.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Listen(t.Context(), 2); err != nil {
		t.Fatalf("the client noticed: %v", err)
	}
}

func TestFlaggedMissesTheTool(t *testing.T) {
	c := &unsafeclient.Client{URL: serve(t)}
	if follow(t, c); c.Has("refund") {
		t.Error("the flagged client knows the new tool")
	}
}

func TestFixedSeesTheTool(t *testing.T) {
	c := &safeclient.Client{URL: serve(t)}
	if follow(t, c); !c.Has("refund") {
		t.Error("the fixed client does not know the new tool")
	}
}
