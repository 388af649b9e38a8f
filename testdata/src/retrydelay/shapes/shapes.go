// Package shapes has clients of the 2025-11-25 edition that come back in less
// usual ways.
package shapes

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const version = "2025-11-25"

type conn struct {
	url    string
	events chan string
	last   string
	wait   atomic.Int64
	delay  time.Duration
	kick   chan struct{}
}

// once reads one stream.
func (c *conn) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("Last-Event-ID", c.last)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		field, value, _ := strings.Cut(sc.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "id":
			c.last = value
		case "retry":
			if ms, err := strconv.ParseInt(value, 10, 64); err == nil {
				c.wait.Store(ms)
				c.delay = time.Duration(ms) * time.Millisecond
			}
		case "data":
			c.events <- value
		}
	}
	return io.EOF
}

// library leaves the delay to a library.
func (c *conn) library(ctx context.Context) error {
	return backoff.Retry(func() error { return c.once(ctx) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx)) // want `the event stream is opened again`
}

// told makes the library wait as long as the server asks.
func (c *conn) told(ctx context.Context) error {
	return backoff.Retry(func() error {
		err := c.once(ctx)
		select {
		case <-time.After(c.delay):
		case <-ctx.Done():
		}
		return err
	}, backoff.WithContext(&backoff.ZeroBackOff{}, ctx))
}

// ticking comes back when a ticker says so.
func (c *conn) ticking(ctx context.Context) {
	t := time.NewTicker(3 * time.Second)
	defer t.Stop()
	for {
		c.once(ctx) // want `the event stream is opened again after a delay of its own`
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// atomically waits for what is kept in an atomic.
func (c *conn) atomically(ctx context.Context) {
	for ctx.Err() == nil {
		c.once(ctx)
		time.Sleep(time.Duration(c.wait.Load()) * time.Millisecond)
	}
}

// jittered waits longer than it has to.
func (c *conn) jittered(ctx context.Context) {
	for ctx.Err() == nil {
		c.once(ctx)
		time.Sleep(c.delay + rand.N(c.delay/4+1))
	}
}

// floored waits at least a second.
func (c *conn) floored(ctx context.Context) {
	for ctx.Err() == nil {
		c.once(ctx)
		time.Sleep(max(c.delay, time.Second))
	}
}

// reset sets a timer of its own.
func (c *conn) reset(ctx context.Context) {
	t := time.NewTimer(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		c.once(ctx)
		t.Reset(c.delay)
	}
}

// resetFixed sets it to something else.
func (c *conn) resetFixed(ctx context.Context) {
	t := time.NewTimer(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		c.once(ctx) // want `the event stream is opened again after a delay of its own`
		t.Reset(time.Second)
	}
}

// later is called by a timer.
func (c *conn) later(ctx context.Context) {
	c.once(ctx)
	time.AfterFunc(c.delay, func() { c.later(ctx) })
}

// laterFixed is called by another.
func (c *conn) laterFixed(ctx context.Context) {
	c.once(ctx)
	time.AfterFunc(time.Second, func() { c.laterFixed(ctx) }) // want `the event stream is opened again after a delay of its own`
}

// kicked waits until someone asks it to go on.
func (c *conn) kicked(ctx context.Context) {
	for {
		c.once(ctx)
		select {
		case <-c.kick:
			c.pause(ctx)
		case <-ctx.Done():
			return
		}
	}
}

func (c *conn) pause(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, c.delay)
	defer cancel()
	<-ctx.Done()
}

// jumps has a goto.
func (c *conn) jumps(ctx context.Context) error {
again:
	err := c.once(ctx) // want `the event stream is opened again at once`
	if errors.Is(err, io.EOF) {
		goto again
	}
	return err
}

// ends reads one stream.
func (c *conn) ends(ctx context.Context) error {
	err := c.once(ctx)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
