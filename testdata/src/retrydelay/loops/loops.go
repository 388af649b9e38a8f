// Package loops has clients of the 2025-11-25 edition that listen to the GET
// stream in a loop.
package loops

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const protocolVersion = "2025-11-25"

type conn struct {
	url       string
	http      *http.Client
	sessionID string
	events    chan string
}

func (c *conn) open(ctx context.Context, lastID string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("MCP-Protocol-Version", protocolVersion)
	req.Header.Set("Mcp-Session-Id", c.sessionID)
	if lastID != "" {
		req.Header.Set("Last-Event-ID", lastID)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("opening the stream: %s", resp.Status)
	}
	return resp.Body, nil
}

// read does not look at retry.
func (c *conn) read(body io.ReadCloser, lastID string) string {
	defer body.Close()
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		switch {
		case strings.HasPrefix(line, "id:"):
			lastID = strings.TrimSpace(line[3:])
		case strings.HasPrefix(line, "data:"):
			c.events <- strings.TrimSpace(line[5:])
		}
	}
	return lastID
}

// readRetry returns what the server asked for, too.
func (c *conn) readRetry(body io.ReadCloser, lastID string) (string, time.Duration) {
	defer body.Close()
	var retry time.Duration
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "id":
			lastID = value
		case "data":
			c.events <- value
		case "retry":
			if ms, err := strconv.Atoi(value); err == nil {
				retry = time.Duration(ms) * time.Millisecond
			}
		}
	}
	return lastID, retry
}

func (c *conn) listenAtOnce(ctx context.Context) error {
	lastID := ""
	for ctx.Err() == nil {
		body, err := c.open(ctx, lastID) // want `the event stream is opened again at once: what the server.s retry field says is not used here`
		if err != nil {
			return err
		}
		lastID = c.read(body, lastID)
	}
	return ctx.Err()
}

func (c *conn) listenFixedDelay(ctx context.Context) error {
	lastID := ""
	for {
		body, err := c.open(ctx, lastID) // want `opened again after a delay of its own: .*2025-11-25 specification forbids`
		if err == nil {
			lastID = c.read(body, lastID)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func (c *conn) listenBackoff(ctx context.Context) error {
	lastID := ""
	delay := 100 * time.Millisecond
	for {
		body, err := c.open(ctx, lastID) // want `opened again after a delay of its own`
		if err != nil {
			delay = min(2*delay, 30*time.Second)
		} else {
			delay = 100 * time.Millisecond
			lastID = c.read(body, lastID)
		}
		time.Sleep(delay)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// listenDropped reads the field and waits as it likes.
func (c *conn) listenDropped(ctx context.Context) error {
	lastID := ""
	for {
		body, err := c.open(ctx, lastID) // want `what the server's retry field says is not used here`
		if err != nil {
			return err
		}
		var retry time.Duration
		lastID, retry = c.readRetry(body, lastID)
		fmt.Println("the server asks for", retry)
		time.Sleep(time.Second)
	}
}

// listenAsked waits as long as the server asked.
func (c *conn) listenAsked(ctx context.Context) error {
	lastID := ""
	for {
		body, err := c.open(ctx, lastID)
		if err != nil {
			return err
		}
		var retry time.Duration
		lastID, retry = c.readRetry(body, lastID)
		time.Sleep(retry)
	}
}

// listenOwnUntilAsked has a back-off of its own while the server asks for
// nothing.
func (c *conn) listenOwnUntilAsked(ctx context.Context) error {
	lastID := ""
	delay := time.Second
	for {
		body, err := c.open(ctx, lastID)
		if err != nil {
			delay *= 2
		} else {
			var retry time.Duration
			lastID, retry = c.readRetry(body, lastID)
			delay = time.Second
			if retry > 0 {
				delay = retry
			}
		}
		timer := time.NewTimer(delay)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// listenOnce does not come back.
func (c *conn) listenOnce(ctx context.Context) error {
	body, err := c.open(ctx, "")
	if err != nil {
		return err
	}
	c.read(body, "")
	return nil
}

// dial tries until the stream is open, and reads it once.
func (c *conn) dial(ctx context.Context) error {
	var last error
	for range 5 {
		body, err := c.open(ctx, "")
		if err == nil {
			c.read(body, "")
			return nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return last
}

// listenAll opens the streams of several servers, each once.
func listenAll(ctx context.Context, conns []*conn) error {
	for _, c := range conns {
		body, err := c.open(ctx, "")
		if err != nil {
			return err
		}
		c.read(body, "")
	}
	return nil
}

// one function that does it all.
func (c *conn) listenInline(ctx context.Context) error {
	lastID := ""
	for {
		req, err := http.NewRequestWithContext(ctx, "GET", c.url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Mcp-Session-Id", c.sessionID)
		if lastID != "" {
			req.Header.Set("Last-Event-ID", lastID)
		}
		resp, err := c.http.Do(req) // want `opened again after a delay of its own`
		if err != nil {
			return err
		}
		rd := bufio.NewReader(resp.Body)
		for {
			line, err := rd.ReadString('\n')
			if err != nil {
				break
			}
			if id, ok := strings.CutPrefix(line, "id: "); ok {
				lastID = strings.TrimSpace(id)
			} else if data, ok := strings.CutPrefix(line, "data: "); ok {
				c.events <- data
			}
		}
		resp.Body.Close()
		time.Sleep(3 * time.Second)
	}
}

func (c *conn) listenInlineAsked(ctx context.Context) error {
	lastID := ""
	delay := 3 * time.Second
	for {
		req, err := http.NewRequestWithContext(ctx, "GET", c.url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Mcp-Session-Id", c.sessionID)
		if lastID != "" {
			req.Header.Set("Last-Event-ID", lastID)
		}
		resp, err := c.http.Do(req)
		if err != nil {
			return err
		}
		rd := bufio.NewReader(resp.Body)
		for {
			line, err := rd.ReadString('\n')
			if err != nil {
				break
			}
			if id, ok := strings.CutPrefix(line, "id: "); ok {
				lastID = strings.TrimSpace(id)
			} else if data, ok := strings.CutPrefix(line, "data: "); ok {
				c.events <- data
			} else if ms, ok := strings.CutPrefix(line, "retry: "); ok {
				if n, err := strconv.ParseInt(strings.TrimSpace(ms), 10, 64); err == nil {
					delay = time.Duration(n) * time.Millisecond
				}
			}
		}
		resp.Body.Close()
		time.Sleep(delay)
	}
}
