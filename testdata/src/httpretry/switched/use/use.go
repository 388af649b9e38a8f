// Package use puts it under an MCP transport.
package use

import (
	"net/http"

	"cases/httpretry/switched/rt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Plain is safe: nothing tells it to send again.
func Plain(url string) (mcp.Transport, error) {
	t, err := rt.New(http.DefaultTransport, rt.Token("t"))
	if err != nil {
		return nil, err
	}
	return &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: t}}, nil
}

// Stubborn is unsafe: an option does.
func Stubborn(url string) (mcp.Transport, error) {
	opts := []rt.Option{rt.Stubborn()}
	if url != "" {
		opts = append(opts, rt.Token("t"))
	}
	t, err := rt.New(http.DefaultTransport, opts...)
	if err != nil {
		return nil, err
	}
	return &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: t}}, nil // want `sends a POST again`
}
