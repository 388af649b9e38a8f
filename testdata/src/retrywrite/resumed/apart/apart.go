// Package apart has a transport like that of package resumed, but what the resume
// finds out is an error of its own: only a POST that was refused is sent again,
// and it is silent.
package apart

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Message is a JSON-RPC message.
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
}

var (
	errGone   = errors.New("the session is gone")
	errBroken = errors.New("the stream broke")
)

// A Transport sends messages; answers come by Receive.
type Transport interface {
	Send(ctx context.Context, m *Message) error
	Receive(ctx context.Context) (*Message, error)
}

// Pipe is the transport to a child process.
type Pipe struct {
	w io.Writer
	r *bufio.Reader
}

// Send writes a line.
func (p *Pipe) Send(_ context.Context, m *Message) error {
	line, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	if _, err := p.w.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// Receive reads one.
func (p *Pipe) Receive(context.Context) (*Message, error) {
	line, err := p.r.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var m Message
	return &m, json.Unmarshal(line, &m)
}

// Web is the transport over HTTP.
type Web struct {
	url     string
	hc      *http.Client
	session string
	inbox   chan *Message
}

// Receive waits for a message.
func (w *Web) Receive(ctx context.Context) (*Message, error) {
	select {
	case m := <-w.inbox:
		return m, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Send posts the message, once more if a token has to be renewed.
func (w *Web) Send(ctx context.Context, m *Message) error {
	for try := range 2 {
		again, err := w.post(ctx, m, try > 0)
		if !again {
			return err
		}
	}
	return errors.New("not authorized")
}

func (w *Web) post(ctx context.Context, m *Message, renew bool) (again bool, err error) {
	body, err := json.Marshal(m)
	if err != nil {
		return false, fmt.Errorf("encode: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Accept", "application/json, text/event-stream")
	sent := w.session
	if sent != "" {
		req.Header.Set("Mcp-Session-Id", sent)
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return false, fmt.Errorf("post: %w", err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		if !renew {
			return true, errors.New("once more")
		}
		return false, errors.New("not authorized")
	case resp.StatusCode == http.StatusNotFound && sent != "":
		text, _ := io.ReadAll(resp.Body)
		w.session = ""
		return false, fmt.Errorf("%w: %s", errGone, text)
	case resp.StatusCode < 200 || resp.StatusCode >= 300:
		return false, fmt.Errorf("status %d", resp.StatusCode)
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		return false, w.stream(ctx, resp.Body, m.ID)
	}
	var got Message
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil {
		return false, fmt.Errorf("decode: %w", err)
	}
	w.inbox <- &got
	return false, nil
}

// stream reads the answer from an event stream, and resumes that if need be.
func (w *Web) stream(ctx context.Context, body io.Reader, want []byte) error {
	last, err := w.read(body, want)
	if !errors.Is(err, errBroken) {
		return err
	}
	for range 3 {
		if last == "" {
			break
		}
		var rest io.ReadCloser
		rest, rerr := w.resume(ctx, last)
		if rerr != nil {
			return fmt.Errorf("%w (resume: %v)", err, rerr)
		}
		last, err = w.read(rest, want)
		rest.Close()
		if !errors.Is(err, errBroken) {
			return err
		}
	}
	return err
}

func (w *Web) read(body io.Reader, want []byte) (string, error) {
	var last string
	var data []string
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		switch {
		case line == "":
			var m Message
			if err := json.Unmarshal([]byte(strings.Join(data, "\n")), &m); err != nil {
				return last, fmt.Errorf("decode: %w", err)
			}
			data = data[:0]
			w.inbox <- &m
			if bytes.Equal(m.ID, want) {
				return last, nil
			}
		case strings.HasPrefix(line, "data:"):
			data = append(data, strings.TrimPrefix(line, "data:"))
		case strings.HasPrefix(line, "id:"):
			last = strings.TrimSpace(strings.TrimPrefix(line, "id:"))
		}
	}
	if err := sc.Err(); err != nil {
		return last, fmt.Errorf("%w: %v", errBroken, err)
	}
	return last, fmt.Errorf("%w: no answer to %s", errBroken, want)
}

func (w *Web) resume(ctx context.Context, last string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Last-Event-ID", last)
	req.Header.Set("Mcp-Session-Id", w.session)
	resp, err := w.hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound {
		resp.Body.Close()
		w.session = ""
		return nil, errors.New("the session went before the answer came")
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	return resp.Body, nil
}

// Client speaks over a transport.
type Client struct {
	t    Transport
	next int64
	wait map[string]chan *Message
}

func (c *Client) call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	c.next++
	id := fmt.Appendf(nil, "%d", c.next)
	ch := make(chan *Message, 1)
	c.wait[string(id)] = ch
	if err := c.send(ctx, &Message{JSONRPC: "2.0", ID: id, Method: method, Params: raw}); err != nil {
		return nil, err
	}
	select {
	case m := <-ch:
		return m.Result, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// send is safe: the POST itself was refused.
func (c *Client) send(ctx context.Context, m *Message) error {
	err := c.t.Send(ctx, m)
	if !errors.Is(err, errGone) {
		return err
	}
	if err := c.open(ctx); err != nil {
		return err
	}
	return c.t.Send(ctx, m)
}

func (c *Client) open(ctx context.Context) error {
	c.next++
	return c.t.Send(ctx, &Message{JSONRPC: "2.0", ID: fmt.Appendf(nil, "%d", c.next), Method: "initialize"})
}

// CallTool calls a tool.
func (c *Client) CallTool(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	return c.call(ctx, "tools/call", map[string]any{"name": name, "arguments": args})
}
