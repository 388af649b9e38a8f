// Package fields keeps what the server asks for in structs, and computes the
// delay elsewhere.
package fields

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

const version = "2025-11-25"

type event struct {
	id    string
	data  []byte
	retry time.Duration
}

var (
	idField    = []byte("id")
	dataField  = []byte("data")
	retryField = []byte("retry")
)

// next reads one event.
func next(rd *bufio.Reader) (event, error) {
	var e event
	for {
		line, err := rd.ReadBytes('\n')
		if err != nil {
			return e, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			return e, nil
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch {
		case bytes.Equal(name, idField):
			e.id = string(value)
		case bytes.Equal(name, dataField):
			e.data = append(e.data, value...)
		case bytes.Equal(name, retryField):
			if ms, err := strconv.ParseInt(string(value), 10, 64); err == nil {
				e.retry = time.Duration(ms) * time.Millisecond
			}
		}
	}
}

type cursor struct {
	mu    sync.Mutex
	last  string
	retry time.Duration
}

func (c *cursor) update(e event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.id != "" {
		c.last = e.id
	}
	if e.retry > 0 {
		c.retry = e.retry
	}
}

type stream struct {
	client  *http.Client
	url     string
	session string
	cursor  cursor
	policy  policy
	deliver func([]byte)
}

type policy struct {
	base, max time.Duration
}

// delay knows nothing of the server's wish.
func (p policy) delay(attempt int) time.Duration {
	return min(p.base<<attempt, p.max)
}

// delayFor does.
func (s *stream) delayFor(attempt int) time.Duration {
	s.cursor.mu.Lock()
	defer s.cursor.mu.Unlock()
	d := s.policy.delay(attempt)
	if s.cursor.retry > 0 && attempt == 0 {
		d = s.cursor.retry
	}
	return d + time.Duration(rand.Int64N(int64(d/10+1)))
}

func (s *stream) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, http.NoBody)
	if err != nil {
		return err
	}
	s.headers(req)
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return s.pump(resp.Body)
}

func (s *stream) headers(req *http.Request) {
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", version)
	req.Header.Set("Mcp-Session-Id", s.session)
	s.cursor.mu.Lock()
	defer s.cursor.mu.Unlock()
	if s.cursor.last != "" {
		req.Header.Set("Last-Event-Id", s.cursor.last)
	}
}

func (s *stream) pump(r io.Reader) error {
	rd := bufio.NewReader(r)
	for {
		e, err := next(rd)
		if err != nil {
			return err
		}
		s.cursor.update(e)
		if len(e.data) > 0 {
			s.deliver(e.data)
		}
	}
}

func (s *stream) runCareless(ctx context.Context) {
	for attempt := 0; ctx.Err() == nil; attempt++ {
		if err := s.once(ctx); err == io.EOF { // want `what the server's retry field says is not used here`
			attempt = 0
		}
		sleep(ctx, s.policy.delay(attempt))
	}
}

func (s *stream) runCareful(ctx context.Context) {
	for attempt := 0; ctx.Err() == nil; attempt++ {
		if err := s.once(ctx); err == io.EOF {
			attempt = 0
		}
		sleep(ctx, s.delayFor(attempt))
	}
}

// waitFirst waits inside what opens the stream, before it does.
func (s *stream) waitFirst(ctx context.Context) {
	for ctx.Err() == nil {
		s.waitThenOnce(ctx)
	}
}

func (s *stream) waitThenOnce(ctx context.Context) error {
	sleep(ctx, s.delayFor(0))
	return s.once(ctx)
}

// waitAfter waits for what the server asked, but only inside something that
// comes after the stream was opened.
func (s *stream) waitAfter(ctx context.Context) {
	for ctx.Err() == nil {
		s.onceThenReport(ctx) // want `the event stream is opened again`
	}
}

func (s *stream) onceThenReport(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, http.NoBody)
	if err != nil {
		return err
	}
	s.headers(req)
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return s.pump(resp.Body)
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
