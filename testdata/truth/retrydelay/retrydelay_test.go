// Package retrydelay_test executes what mcplint says of the retry field: the
// order in which a server sees connections and waits, not how long they take.
package retrydelay_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"truth/retrydelay/safeclient"
	"truth/retrydelay/unsafeclient"
)

// A log keeps what happened, in order.
type log struct {
	mu     sync.Mutex
	events []string
}

func (l *log) add(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, s)
}

func (l *log) sleep(d time.Duration) { l.add("wait " + d.String()) }

func serve(t *testing.T, l *log) string {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.add("connection")
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "id: e1\nretry: 300\ndata: {}\n\n")
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

func TestFlaggedComesBackAtOnce(t *testing.T) {
	l := new(log)
	c := &unsafeclient.Client{URL: serve(t, l), Sleep: l.sleep}
	if err := c.Listen(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if want := []string{"connection", "connection"}; !slices.Equal(l.events, want) {
		t.Errorf("got %q, want %q", l.events, want)
	}
}

func TestFixedWaits(t *testing.T) {
	l := new(log)
	c := &safeclient.Client{URL: serve(t, l), Sleep: l.sleep}
	if err := c.Listen(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if want := []string{"connection", "wait 300ms", "connection", "wait 300ms"}; !slices.Equal(l.events, want) {
		t.Errorf("got %q, want %q", l.events, want)
	}
}
