// Package prefix looks at the year of its version.
package prefix

import (
	"context"
	"net/http"
	"strings"
)

const newest = "2026-07-28"

type client struct{ url, session, version string }

func (c *client) post(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", newest)
	if strings.HasPrefix(c.version, "2025-") {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	return http.DefaultClient.Do(req)
}
