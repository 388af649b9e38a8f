// Package libraries reads event streams with libraries.
package libraries

import (
	"context"
	"net/http"
	"strconv"

	r3 "github.com/r3labs/sse/v2"
	"github.com/tmaxmax/go-sse"
)

type client struct {
	url, session, last string
	seq                int
	out                chan string
}

// r3Numbers takes the ids for numbers.
func (c *client) r3Numbers(ctx context.Context) error {
	s := r3.NewClient(c.url)
	s.Headers["Mcp-Session-Id"] = c.session
	return s.SubscribeRawWithContext(ctx, func(e *r3.Event) {
		if n, err := strconv.Atoi(string(e.ID)); err == nil { // want `an event id is taken for a number`
			c.seq = n
		}
		c.out <- string(e.Data)
	})
}

// r3Verbatim keeps them.
func (c *client) r3Verbatim(ctx context.Context) error {
	s := r3.NewClient(c.url)
	s.Headers["Mcp-Session-Id"] = c.session
	return s.SubscribeRawWithContext(ctx, func(e *r3.Event) {
		c.last = string(e.ID)
		c.out <- string(e.Data)
	})
}

func (c *client) get(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", c.last)
	return http.DefaultClient.Do(req)
}

// tmaxVerbatim: the library keeps the id of earlier events.
func (c *client) tmaxVerbatim(ctx context.Context) error {
	resp, err := c.get(ctx)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	for e, err := range sse.Read(resp.Body, nil) {
		if err != nil {
			return err
		}
		c.last = e.LastEventID
		c.out <- e.Data
	}
	return nil
}

// tmaxOrdered compares them.
func (c *client) tmaxOrdered(ctx context.Context) error {
	resp, err := c.get(ctx)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	for e, err := range sse.Read(resp.Body, nil) {
		if err != nil {
			return err
		}
		if e.LastEventID <= c.last { // want `an event id is taken for a number or for something with an order`
			continue
		}
		c.last = e.LastEventID
		c.out <- e.Data
	}
	return nil
}
