// Package client reads event streams through a package of its module.
package client

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"cases/retrydelay/helpers/sse"
)

type client struct {
	url, session, last string
	out                chan string
}

func (c *client) get(ctx context.Context) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header = c.header()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func (c *client) header() http.Header {
	h := http.Header{"Accept": {"text/event-stream"}, "Mcp-Session-Id": {c.session}}
	if c.last != "" {
		h["Last-Event-Id"] = []string{c.last}
	}
	return h
}

func (c *client) careless(ctx context.Context) error {
	for {
		body, err := c.get(ctx) // want `opened again after a delay of its own: what the server's retry field says is not used here`
		if err != nil {
			return err
		}
		rd := sse.NewReader(body)
		for {
			e, err := rd.Next()
			if err != nil {
				break
			}
			if e.ID != "" {
				c.last = e.ID
			}
			c.out <- e.Data
		}
		body.Close()
		time.Sleep(time.Second)
	}
}

func (c *client) careful(ctx context.Context) error {
	delay := time.Second
	for {
		body, err := c.get(ctx)
		if err != nil {
			return err
		}
		rd := sse.NewReader(body)
		for {
			e, err := rd.Next()
			if err != nil {
				break
			}
			if e.ID != "" {
				c.last = e.ID
			}
			if ms, err := strconv.ParseUint(e.Retry, 10, 31); err == nil {
				delay = time.Duration(ms) * time.Millisecond
			}
			c.out <- e.Data
		}
		body.Close()
		time.Sleep(delay)
	}
}
