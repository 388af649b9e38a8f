// Package proxy hands on what it was sent.
package proxy

import "net/http"

const version = "2026-07-28"

func handle(target string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), r.Method, target, r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		req.Header.Set("MCP-Protocol-Version", version)
		req.Header.Set("Mcp-Session-Id", r.Header.Get("Mcp-Session-Id"))
		req.Header.Set("Last-Event-ID", r.Header.Get("Last-Event-ID"))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		resp.Body.Close()
	}
}
