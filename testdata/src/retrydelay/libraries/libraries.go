// Package libraries reads event streams with libraries.
package libraries

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	r3 "github.com/r3labs/sse/v2"
	"github.com/tmaxmax/go-sse"
)

type message struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func handle(data []byte, out chan<- message) {
	var m message
	if json.Unmarshal(data, &m) == nil {
		out <- m
	}
}

// r3Loop: the client ends when the server ends the stream.
func r3Loop(ctx context.Context, url, session string, out chan<- message) error {
	c := r3.NewClient(url)
	c.Headers["Mcp-Session-Id"] = session
	for ctx.Err() == nil {
		err := c.SubscribeRawWithContext(ctx, func(e *r3.Event) { handle(e.Data, out) }) // want `opened again after a delay of its own`
		if err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

// r3Asked waits for what the last event asked for.
func r3Asked(ctx context.Context, url, session string, out chan<- message) error {
	c := r3.NewClient(url)
	c.Headers["Mcp-Session-Id"] = session
	delay := time.Second
	for ctx.Err() == nil {
		err := c.SubscribeRawWithContext(ctx, func(e *r3.Event) {
			if ms, err := strconv.Atoi(string(e.Retry)); err == nil {
				delay = time.Duration(ms) * time.Millisecond
			}
			handle(e.Data, out)
		})
		if err != nil {
			return err
		}
		time.Sleep(delay)
	}
	return ctx.Err()
}

// r3Once does not come back.
func r3Once(ctx context.Context, url, session string, out chan<- message) error {
	c := r3.NewClient(url)
	c.Headers["Mcp-Session-Id"] = session
	return c.SubscribeRawWithContext(ctx, func(e *r3.Event) { handle(e.Data, out) })
}

// connection: the library waits by itself.
func connection(ctx context.Context, url, session string, out chan<- message) error {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Mcp-Session-Id", session)
		conn := sse.NewConnection(req)
		conn.SubscribeMessages(func(e sse.Event) { handle([]byte(e.Data), out) })
		if err := conn.Connect(); err != nil && ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Minute)
	}
}

// read: the library takes the events apart, and hides retry.
func read(ctx context.Context, url, session string, out chan<- message) error {
	last := ""
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Mcp-Session-Id", session)
		if last != "" {
			req.Header.Set("Last-Event-ID", last)
		}
		resp, err := http.DefaultClient.Do(req) // want `opened again at once`
		if err != nil {
			return err
		}
		for e, err := range sse.Read(resp.Body, nil) {
			if err != nil {
				break
			}
			last = e.LastEventID
			handle([]byte(e.Data), out)
		}
		resp.Body.Close()
	}
}
