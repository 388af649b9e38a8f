// Package handresume has hand-written clients that resume event streams.
package handresume

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type message struct {
	ID     int64           `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Params json.RawMessage `json:"params"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// A wire is one session over HTTP.
type wire struct {
	url     string
	session string
	next    int64
}

func (w *wire) call(ctx context.Context, method string, params, out any) error {
	w.next++
	body, err := json.Marshal(request{"2.0", w.next, method, params})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Session-Id", w.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var m message
	if err := json.NewDecoder(resp.Body).Decode(&m); err != nil {
		return err
	}
	return json.Unmarshal(m.Result, out)
}

func (w *wire) stream(ctx context.Context, last string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", w.session)
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
	return resp.Body, nil
}

// each hands the events of a stream on and returns the last id.
func each(body io.ReadCloser, last string, f func(id string, m message)) (string, time.Duration) {
	defer body.Close()
	delay := time.Second
	id := ""
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "id":
			id, last = value, value
		case "retry":
			if ms, err := strconv.Atoi(value); err == nil {
				delay = time.Duration(ms) * time.Millisecond
			}
		case "data":
			var m message
			if json.Unmarshal([]byte(value), &m) == nil {
				f(id, m)
			}
		}
	}
	return last, delay
}

// A Trusting client takes a 200 for "nothing was lost".
type Trusting struct {
	wire
	tools []tool
}

// Load lists the tools.
func (c *Trusting) Load(ctx context.Context) error {
	var out struct {
		Tools []tool `json:"tools"`
	}
	if err := c.call(ctx, "tools/list", nil, &out); err != nil {
		return err
	}
	c.tools = out.Tools
	return nil
}

// Find looks into what was listed.
func (c *Trusting) Find(name string) *tool {
	for i := range c.tools {
		if c.tools[i].Name == name {
			return &c.tools[i]
		}
	}
	return nil
}

// Listen reads the list again when it is told that it has changed.
func (c *Trusting) Listen(ctx context.Context) error {
	last := ""
	for {
		body, err := c.stream(ctx, last) // want `the stream is resumed and tools`
		if err != nil {
			return err
		}
		var delay time.Duration
		last, delay = each(body, last, func(_ string, m message) {
			if m.Method == "notifications/tools/list_changed" {
				_ = c.Load(ctx)
			}
		})
		time.Sleep(delay)
	}
}

// A Loose client drops the events itself.
type Loose struct {
	wire
	tools []tool
}

// Load lists the tools.
func (c *Loose) Load(ctx context.Context) error {
	var out struct {
		Tools []tool `json:"tools"`
	}
	if err := c.call(ctx, "tools/list", nil, &out); err != nil {
		return err
	}
	c.tools = out.Tools
	return nil
}

// Names returns the names of what was listed.
func (c *Loose) Names() []string {
	var out []string
	for _, t := range c.tools {
		out = append(out, t.Name)
	}
	return out
}

// Listen resumes.
func (c *Loose) Listen(ctx context.Context, events chan<- message) error {
	last := ""
	for {
		body, err := c.stream(ctx, last) // want `the stream is resumed and tools \(from tools/list\) goes on being used: a resume that succeeds does not prove that nothing was lost, the server may have dropped what followed the cursor; call tools/list again after resuming`
		if err != nil {
			return err
		}
		var delay time.Duration
		last, delay = each(body, last, func(_ string, m message) { events <- m })
		time.Sleep(delay)
	}
}

// ListenAndLoad lists after each resume.
func (c *Loose) ListenAndLoad(ctx context.Context, events chan<- message) error {
	last := ""
	for {
		body, err := c.stream(ctx, last)
		if err != nil {
			return err
		}
		if err := c.Load(ctx); err != nil {
			return err
		}
		var delay time.Duration
		last, delay = each(body, last, func(_ string, m message) { events <- m })
		time.Sleep(delay)
	}
}

// Resume resumes once, and takes the status for proof.
func (c *Loose) Resume(ctx context.Context, last string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", last)
	resp, err := http.DefaultClient.Do(req) // want `the stream is resumed and tools`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, errors.New("could not resume")
	}
	return resp.Body, nil
}

// ResumeAndLoad lists before it hands the stream on.
func (c *Loose) ResumeAndLoad(ctx context.Context, last string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", last)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, errors.New("could not resume")
	}
	if err := c.Load(ctx); err != nil {
		resp.Body.Close()
		return nil, err
	}
	return resp.Body, nil
}

// FirstSame takes the id of the first event for proof, which it is not.
func (c *Loose) FirstSame(ctx context.Context, events chan<- message) error {
	last := ""
	for {
		body, err := c.stream(ctx, last) // want `the stream is resumed`
		if err != nil {
			return err
		}
		presented, first := last, true
		last, _ = each(body, last, func(id string, m message) {
			if first && id != "" && id == presented {
				return // it seems to be all there
			}
			first = false
			events <- m
		})
		time.Sleep(time.Second)
	}
}

// Reopened does not even present a cursor.
type Reopened struct {
	wire
	prompts []string
}

// Load lists the prompts.
func (c *Reopened) Load(ctx context.Context) error {
	var out struct {
		Prompts []struct {
			Name string `json:"name"`
		} `json:"prompts"`
	}
	if err := c.call(ctx, "prompts/list", nil, &out); err != nil {
		return err
	}
	c.prompts = nil
	for _, p := range out.Prompts {
		c.prompts = append(c.prompts, p.Name)
	}
	return nil
}

// Prompts returns what was listed.
func (c *Reopened) Prompts() []string { return c.prompts }

func (c *Reopened) once(ctx context.Context, events chan<- message) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	each(resp.Body, "", func(_ string, m message) { events <- m })
	return nil
}

// Listen opens the stream again and again.
func (c *Reopened) Listen(ctx context.Context, events chan<- message) {
	for ctx.Err() == nil {
		c.once(ctx, events) // want `the stream is opened again and prompts \(from prompts/list\) goes on being used: a live stream does not prove`
		time.Sleep(time.Second)
	}
}

// ListenAndLoad lists each time.
func (c *Reopened) ListenAndLoad(ctx context.Context, events chan<- message) {
	for ctx.Err() == nil {
		c.once(ctx, events)
		c.Load(ctx)
		time.Sleep(time.Second)
	}
}

// A Bare client keeps nothing.
type Bare struct{ wire }

// Listen resumes.
func (c *Bare) Listen(ctx context.Context, events chan<- message) error {
	last := ""
	for {
		body, err := c.stream(ctx, last)
		if err != nil {
			return err
		}
		last, _ = each(body, last, func(_ string, m message) { events <- m })
		time.Sleep(time.Second)
	}
}

// An Awaiting client resumes for the answer of one call.
type Awaiting struct {
	wire
	tools []tool
}

// Load lists the tools.
func (c *Awaiting) Load(ctx context.Context) error {
	return c.call(ctx, "tools/list", nil, &c.tools)
}

// Tools returns the tools.
func (c *Awaiting) Tools() []tool { return c.tools }

// Ask posts a request and reads its stream until the answer is there.
func (c *Awaiting) Ask(ctx context.Context, method string) (json.RawMessage, error) {
	c.next++
	id := c.next
	body, err := json.Marshal(request{JSONRPC: "2.0", ID: id, Method: method})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Session-Id", c.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	var answer json.RawMessage
	last, delay := each(resp.Body, "", func(_ string, m message) {
		if m.ID == id {
			answer = m.Result
		}
	})
	for answer == nil {
		time.Sleep(delay)
		stream, err := c.stream(ctx, last)
		if err != nil {
			return nil, err
		}
		last, delay = each(stream, last, func(_ string, m message) {
			if m.ID == id {
				answer = m.Result
			}
		})
	}
	return answer, nil
}
