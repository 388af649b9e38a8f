// Package unsafeclient comes back at once.
package unsafeclient

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"time"
)

// A Client listens to the GET stream of a server.
type Client struct {
	URL string
	// Sleep waits; time.Sleep outside of tests.
	Sleep func(time.Duration)
}

// Listen follows the stream over so many connections.
func (c *Client) Listen(ctx context.Context, connections int) error {
	last := ""
	for range connections {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("MCP-Protocol-Version", "2025-11-25")
		req.Header.Set("Mcp-Session-Id", "s")
		if last != "" {
			req.Header.Set("Last-Event-ID", last)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			name, value, _ := strings.Cut(sc.Text(), ": ")
			switch name {
			case "id":
				last = value
			case "data":
			}
		}
		resp.Body.Close()
	}
	return nil
}
