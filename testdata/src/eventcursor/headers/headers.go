// Package headers has resumes with and without the headers of the session.
package headers

import (
	"bytes"
	"context"
	"net/http"
)

const version = "2025-11-25"

type session struct {
	url  string
	id   string
	last string
}

func (s *session) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	if s.id != "" {
		req.Header.Set("MCP-Session-Id", s.id)
	}
	return http.DefaultClient.Do(req)
}

// bare sets neither.
func (s *session) bare(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Last-Event-ID", s.last) // want `the stream is resumed without Mcp-Session-Id: the specification forbids to leave it out` `the stream is resumed without MCP-Protocol-Version`
	return http.DefaultClient.Do(req)
}

// versionless sets the session only.
func (s *session) versionless(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("MCP-Session-Id", s.id)
	req.Header.Set("Last-Event-ID", s.last) // want `the stream is resumed without MCP-Protocol-Version`
	return http.DefaultClient.Do(req)
}

// sessionless sets the version only.
func (s *session) sessionless(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("Last-Event-ID", s.last) // want `the stream is resumed without Mcp-Session-Id`
	return http.DefaultClient.Do(req)
}

// whole sets both.
func (s *session) whole(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("MCP-Session-Id", s.id)
	req.Header.Set("Last-Event-ID", s.last)
	return http.DefaultClient.Do(req)
}

// helped has them set by a method.
func (s *session) helped(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	s.common(req)
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Last-Event-ID", s.last)
	return http.DefaultClient.Do(req)
}

func (s *session) common(req *http.Request) {
	req.Header.Set("MCP-Protocol-Version", version)
	if s.id != "" {
		req.Header.Set("MCP-Session-Id", s.id)
	}
}

// built gets its request from a method.
func (s *session) built(ctx context.Context) (*http.Response, error) {
	req, err := s.request(ctx, http.MethodGet)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Last-Event-ID", s.last)
	return http.DefaultClient.Do(req)
}

func (s *session) request(ctx context.Context, method string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("MCP-Session-Id", s.id)
	return req, nil
}

// sent goes through a method that sets them on its way.
func (s *session) sent(ctx context.Context) (*http.Response, error) {
	h := make(http.Header)
	h.Set("Last-Event-ID", s.last)
	return s.send(ctx, http.MethodGet, h)
}

func (s *session) send(ctx context.Context, method string, h http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.url, nil)
	if err != nil {
		return nil, err
	}
	for k, v := range h {
		req.Header[k] = v
	}
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("MCP-Session-Id", s.id)
	return http.DefaultClient.Do(req)
}

// mapped takes them from a map.
func (s *session) mapped(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	for k, v := range map[string]string{
		"MCP-Protocol-Version": version,
		"MCP-Session-Id":       s.id,
		"Last-Event-ID":        s.last,
	} {
		req.Header.Set(k, v)
	}
	return http.DefaultClient.Do(req)
}
