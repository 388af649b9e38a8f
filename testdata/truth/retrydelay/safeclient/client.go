// Package safeclient waits as long as the server asks.
package safeclient

import (
	"bufio"
	"context"
	"net/http"
	"strconv"
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
	delay := time.Second
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
			case "retry":
				if ms, err := strconv.Atoi(value); err == nil {
					delay = time.Duration(ms) * time.Millisecond
				}
			case "data":
			}
		}
		resp.Body.Close()
		c.Sleep(delay)
	}
	return nil
}
