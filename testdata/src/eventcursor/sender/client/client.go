// Package client resumes with the helpers of another package.
package client

import (
	"context"
	"net/http"

	"cases/eventcursor/sender/hdr"
)

const version = "2025-11-25"

type client struct{ url, id, last string }

func (c *client) post(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return nil, err
	}
	hdr.InSession(req, c.id, version)
	return http.DefaultClient.Do(req)
}

func (c *client) bare(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	hdr.From(req, c.last) // want `the stream is resumed without Mcp-Session-Id` `the stream is resumed without MCP-Protocol-Version`
	return http.DefaultClient.Do(req)
}

func (c *client) whole(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	hdr.InSession(req, c.id, version)
	hdr.From(req, c.last)
	return http.DefaultClient.Do(req)
}
