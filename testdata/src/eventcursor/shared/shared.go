// Package shared has clients that keep one cursor for several streams.
package shared

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
)

func events(body io.Reader, id, data func(string)) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			id(v)
		}
		if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			data(v)
		}
	}
}

// A Mixed client reads both kinds of streams with one method, into one field.
type Mixed struct {
	url, session string
	lastEventID  string
	out          chan string
}

// Post sends a request; its answer may be a stream.
func (c *Mixed) Post(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	c.read(resp.Body)
	return nil
}

// Listen reads the GET stream.
func (c *Mixed) Listen(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	if c.lastEventID != "" {
		req.Header.Set("Last-Event-ID", c.lastEventID) // want `Last-Event-ID is taken from lastEventID, in which several streams keep their ids: .*; keep one cursor for each stream`
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	c.read(resp.Body)
	return nil
}

func (c *Mixed) read(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			c.lastEventID = v
		}
		if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			c.out <- v
		}
	}
}

// A Split client has a cursor for each.
type Split struct {
	url, session  string
	getID, postID string
	out           chan string
}

// Post sends a request.
func (c *Split) Post(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			c.postID = v
		}
		if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			c.out <- v
		}
	}
	return nil
}

// Listen reads the GET stream.
func (c *Split) Listen(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	if c.getID != "" {
		req.Header.Set("Last-Event-ID", c.getID)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			c.getID = v
		}
		if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			c.out <- v
		}
	}
	return nil
}

// A Single client resumes the stream of its one call.
type Single struct {
	url, session string
	last         string
	out          chan string
}

// Call posts, and resumes once.
func (c *Single) Call(ctx context.Context, body []byte) error {
	c.last = ""
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Mcp-Session-Id", c.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	c.read(resp.Body)
	resp.Body.Close()
	if c.last == "" {
		return nil
	}
	again, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	again.Header.Set("Mcp-Session-Id", c.session)
	again.Header.Set("Last-Event-ID", c.last)
	if resp, err = http.DefaultClient.Do(again); err != nil {
		return err
	}
	defer resp.Body.Close()
	c.read(resp.Body)
	return nil
}

func (c *Single) read(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			c.last = v
		}
		if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			c.out <- v
		}
	}
}

// A PerStream client makes an object for every stream.
type PerStream struct {
	url, session string
	out          chan string
}

type one struct {
	c    *PerStream
	last string
}

func (s *one) read(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			s.last = v
		}
		if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			s.c.out <- v
		}
	}
}

// Post sends a request.
func (c *PerStream) Post(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Mcp-Session-Id", c.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	s := &one{c: c}
	s.read(resp.Body)
	return nil
}

// Listen reads the GET stream.
func (c *PerStream) Listen(ctx context.Context) error {
	s := &one{c: c}
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Mcp-Session-Id", c.session)
		if s.last != "" {
			req.Header.Set("Last-Event-ID", s.last)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		s.read(resp.Body)
		resp.Body.Close()
	}
}

// A Fan listens to several servers with one cursor.
type Fan struct {
	urls    []string
	session string
	last    string
	mu      sync.Mutex
	out     chan string
}

// Run listens to all.
func (f *Fan) Run(ctx context.Context) {
	for _, u := range f.urls {
		go f.listen(ctx, u)
	}
}

func (f *Fan) listen(ctx context.Context, url string) {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return
		}
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Mcp-Session-Id", f.session)
		f.mu.Lock()
		req.Header.Set("Last-Event-ID", f.last) // want `Last-Event-ID is taken from last, in which several streams keep their ids`
		f.mu.Unlock()
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			continue
		}
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				f.mu.Lock()
				f.last = v
				f.mu.Unlock()
			}
			if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				f.out <- v
			}
		}
		resp.Body.Close()
	}
}

// A Mapped fan has a cursor for each server.
type Mapped struct {
	urls    []string
	session string
	mu      sync.Mutex
	last    map[string]string
	out     chan string
}

// Run listens to all.
func (f *Mapped) Run(ctx context.Context) {
	for _, u := range f.urls {
		go f.listen(ctx, u)
	}
}

func (f *Mapped) listen(ctx context.Context, url string) {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return
		}
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Mcp-Session-Id", f.session)
		f.mu.Lock()
		req.Header.Set("Last-Event-ID", f.last[url])
		f.mu.Unlock()
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			continue
		}
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				f.mu.Lock()
				f.last[url] = v
				f.mu.Unlock()
			}
			if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				f.out <- v
			}
		}
		resp.Body.Close()
	}
}

var _ = events
