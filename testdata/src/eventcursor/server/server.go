// Package server has an event store: it made the ids itself.
package server

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

type store struct {
	mu     sync.Mutex
	events []string
}

func (s *store) after(id string) ([]string, error) {
	_, seq, _ := strings.Cut(id, "-")
	n, err := strconv.Atoi(seq)
	if err != nil || n < 0 || n >= len(s.events) {
		return nil, fmt.Errorf("no event %q", id)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.events[n+1:], nil
}

func (s *store) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Mcp-Session-Id", "one")
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		events, err := s.after(last)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		for i, e := range events {
			fmt.Fprintf(w, "id: s-%d\ndata: %s\n\n", i, e)
		}
	}
}

// proxy hands the cursor of its own client on.
func proxy(target string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, target, nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		for _, name := range []string{"Accept", "Mcp-Session-Id", "Mcp-Protocol-Version", "Last-Event-ID"} {
			if v := r.Header.Get(name); v != "" {
				req.Header.Set(name, v)
			}
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
	}
}
