// Package transports has round trippers of its own under an SDK, which sets
// the session id.
package transports

import (
	"bytes"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type again struct{ next http.RoundTripper }

// RoundTrip sends what was not found once more.
func (t again) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	resp, err := t.next.RoundTrip(req)
	if err != nil || req.Header.Get("Mcp-Session-Id") == "" {
		return resp, err
	}
	if resp.StatusCode == http.StatusNotFound {
		resp.Body.Close()
		req = req.Clone(req.Context())
		req.Body = io.NopCloser(bytes.NewReader(body))
		return t.next.RoundTrip(req) // want `a request is sent again with the session id that a 404 has ended`
	}
	return resp, nil
}

type without struct{ next http.RoundTripper }

// RoundTrip sends it without the id, which the server then asks for.
func (t without) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil || req.Header.Get("Mcp-Session-Id") == "" {
		return resp, err
	}
	if resp.StatusCode == http.StatusNotFound && req.GetBody != nil {
		resp.Body.Close()
		req = req.Clone(req.Context())
		req.Header.Del("Mcp-Session-Id")
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		return t.next.RoundTrip(req)
	}
	return resp, nil
}

func dial(url string) []mcp.Transport {
	return []mcp.Transport{
		&mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: again{http.DefaultTransport}}},
		&mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: without{http.DefaultTransport}}},
	}
}
