// Package states keeps its cursor in other places than a string field.
package states

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
)

const header = "last-event-id"

// An Event is one event.
type Event struct {
	ID, Data string
}

// scan hands the events on; one without an id has none.
func scan(body io.Reader, out chan<- Event) {
	defer close(out)
	sc := bufio.NewScanner(body)
	var e Event
	for sc.Scan() {
		line := sc.Text()
		if line == "" {
			out <- e
			e = Event{}
			continue
		}
		if v, ok := strings.CutPrefix(line, "id:"); ok {
			e.ID = strings.TrimSpace(v)
		} else if v, ok := strings.CutPrefix(line, "data:"); ok {
			e.Data += v
		}
	}
}

func get(ctx context.Context, url, last string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{"Accept": {"text/event-stream"}, http.CanonicalHeaderKey(header): {last}}
	req.Header.Set("MCP-Protocol-Version", "2025-06-18")
	return http.DefaultClient.Do(req)
}

// An Atomic client keeps it in an atomic value.
type Atomic struct {
	url  string
	last atomic.Value
}

// Resume resumes.
func (c *Atomic) Resume(ctx context.Context) error {
	last, _ := c.last.Load().(string)
	resp, err := get(ctx, c.url, last)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	events := make(chan Event)
	go scan(resp.Body, events)
	for e := range events {
		c.last.Store(e.ID) // want `the cursor is lost`
		_ = e.Data
	}
	return nil
}

// ResumeKeeping looks whether there is one.
func (c *Atomic) ResumeKeeping(ctx context.Context) error {
	last, _ := c.last.Load().(string)
	resp, err := get(ctx, c.url, last)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	events := make(chan Event)
	go scan(resp.Body, events)
	for e := range events {
		if e.ID != "" {
			c.last.Store(e.ID)
		}
	}
	return nil
}

// A Locked client has a method that sets it.
type Locked struct {
	url  string
	mu   sync.Mutex
	last string
}

func (c *Locked) set(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = id // want `the cursor is lost`
}

func (c *Locked) cursor() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// Resume resumes.
func (c *Locked) Resume(ctx context.Context) error {
	resp, err := get(ctx, c.url, c.cursor())
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	events := make(chan Event)
	go scan(resp.Body, events)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-events:
			if !ok {
				return nil
			}
			c.set(e.ID)
		}
	}
}

// A Careful client has one that looks.
type Careful struct {
	url  string
	mu   sync.Mutex
	last string
}

func (c *Careful) set(id string) {
	if id == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = id
}

// Resume resumes.
func (c *Careful) Resume(ctx context.Context) error {
	resp, err := get(ctx, c.url, c.last)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	events := make(chan Event)
	go scan(resp.Body, events)
	for e := range events {
		c.set(e.ID)
	}
	return nil
}

// A Many client has a cursor for each stream, in a map.
type Many struct {
	urls  map[string]string
	lasts map[string]string
}

// Resume resumes one.
func (c *Many) Resume(ctx context.Context, name string) error {
	resp, err := get(ctx, c.urls[name], c.lasts[name])
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	events := make(chan Event)
	go scan(resp.Body, events)
	for e := range events {
		c.lasts[name] = e.ID // want `the cursor is lost`
	}
	return nil
}

// ResumeKeeping looks.
func (c *Many) ResumeKeeping(ctx context.Context, name string) error {
	resp, err := get(ctx, c.urls[name], c.lasts[name])
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	events := make(chan Event)
	go scan(resp.Body, events)
	for e := range events {
		if e.ID == "" {
			continue
		}
		c.lasts[name] = e.ID
	}
	return nil
}
