// Package editions speaks 2025-03-26, which has no header for its version.
package editions

import (
	"context"
	"net/http"
)

type initialize struct {
	ProtocolVersion string `json:"protocolVersion"`
}

func hello() initialize { return initialize{ProtocolVersion: "2025-03-26"} }

type session struct{ url, id, last string }

func (s *session) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", s.id)
	req.Header.Set("Last-Event-ID", s.last)
	return http.DefaultClient.Do(req)
}
