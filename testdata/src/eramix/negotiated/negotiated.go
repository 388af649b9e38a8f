// Package negotiated sends the version that was agreed on, and asks a function
// of another package what it means. It names the newest edition only.
package negotiated

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

type client struct {
	url, session, last string
	version            string
}

func newClient(url string) *client { return &client{url: url, version: "2026-07-28"} }

// agree takes what the server chose.
func (c *client) agree(res *mcp.InitializeResult) { c.version = res.ProtocolVersion }

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", c.version)
	if !mcp.IsModernProtocol(c.version) {
		req.Header.Set("Mcp-Session-Id", c.session)
		req.Header.Set("Last-Event-ID", c.last)
	}
	return http.DefaultClient.Do(req)
}
