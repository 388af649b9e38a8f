// Package safeclient lists the tools after each resume.
package safeclient

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Client listens to the GET stream of a server.
type Client struct {
	URL   string
	id    atomic.Int64 // of the last request
	mu    sync.Mutex
	tools []string
}

func (c *Client) call(ctx context.Context, method string) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id.Add(1), "method": method})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Session-Id", "s")
	return http.DefaultClient.Do(req)
}

// Load lists the tools.
func (c *Client) Load(ctx context.Context) error {
	resp, err := c.call(ctx, "tools/list")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var out struct {
		Result struct {
			Tools []struct {
				Name string `json:"name"`
			} `json:"tools"`
		} `json:"result"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tools = nil
	for _, t := range out.Result.Tools {
		c.tools = append(c.tools, t.Name)
	}
	return nil
}

// Has reports whether the client knows the tool.
func (c *Client) Has(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Contains(c.tools, name)
}

func (c *Client) open(ctx context.Context, last string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", "s")
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("stream: %s", resp.Status)
	}
	return resp, nil
}

// Listen follows the stream over so many connections.
func (c *Client) Listen(ctx context.Context, connections int) error {
	last, delay := "", time.Millisecond
	for n := 0; n < connections; n++ {
		resp, err := c.open(ctx, last)
		if err != nil {
			return err
		}
		if n > 0 {
			// What was missed is gone: read it anew.
			if err := c.Load(ctx); err != nil {
				return err
			}
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
				if strings.Contains(value, "notifications/tools/list_changed") {
					if err := c.Load(ctx); err != nil {
						return err
					}
				}
			}
		}
		resp.Body.Close()
		time.Sleep(delay)
	}
	return nil
}
