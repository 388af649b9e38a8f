// Package forgets has a transport that forgets a session itself when a server
// has lost it, and tells its callers.
package forgets

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
	"sync"
)

// ErrLost says that the server does not know the session any more.
var ErrLost = errors.New("session lost")

var errCut = errors.New("stream cut")

// A Message is a request or a response.
type Message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// A Post sends messages to a server.
type Post struct {
	url     string
	client  *http.Client
	mu      sync.Mutex
	session string
	inbox   chan *Message
	token   func(ctx context.Context) (string, error)
}

// Send posts a message, once more after it has signed in.
func (p *Post) Send(ctx context.Context, m *Message) error {
	for range 2 {
		again, err := p.once(ctx, m)
		if !again {
			return err
		}
	}
	return errors.New("not signed in")
}

func (p *Post) once(ctx context.Context, m *Message) (again bool, err error) {
	body, err := json.Marshal(m)
	if err != nil {
		return false, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	p.mu.Lock()
	sent := p.session
	p.mu.Unlock()
	if sent != "" {
		req.Header.Set("Mcp-Session-Id", sent)
	}
	if p.token != nil {
		token, err := p.token(ctx)
		if err != nil {
			return false, err
		}
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		p.mu.Lock()
		p.session = id
		p.mu.Unlock()
	}
	if resp.StatusCode == http.StatusUnauthorized {
		return p.token != nil, errors.New("401")
	}
	if resp.StatusCode == http.StatusNotFound && sent != "" {
		p.forget(sent)
		return false, fmt.Errorf("%w: %s", ErrLost, resp.Status)
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		return false, fmt.Errorf("http %d", resp.StatusCode)
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		return false, p.read(ctx, resp.Body)
	}
	var answer Message
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return false, err
	}
	p.inbox <- &answer
	return false, nil
}

// forget drops the session, unless there is another one already.
func (p *Post) forget(sent string) {
	p.mu.Lock()
	stale := p.session == sent
	if stale {
		p.session = ""
	}
	p.mu.Unlock()
}

func (p *Post) read(ctx context.Context, body io.Reader) error {
	last, err := p.scan(body)
	for errors.Is(err, errCut) && last != "" {
		stream, openErr := p.resume(ctx, last)
		if openErr != nil {
			if errors.Is(openErr, ErrLost) {
				return openErr
			}
			return err
		}
		var next string
		next, err = p.scan(stream)
		stream.Close()
		if next == "" || next == last {
			break
		}
		last = next
	}
	return err
}

func (p *Post) resume(ctx context.Context, last string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Last-Event-ID", last)
	p.mu.Lock()
	sent := p.session
	p.mu.Unlock()
	if sent != "" {
		req.Header.Set("Mcp-Session-Id", sent)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound && sent != "" {
		p.forget(sent)
		resp.Body.Close()
		return nil, ErrLost
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("http %d", resp.StatusCode)
	}
	return resp.Body, nil
}

func (p *Post) scan(body io.Reader) (last string, err error) {
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "data:"):
			var m Message
			if err := json.Unmarshal([]byte(line[5:]), &m); err != nil {
				return last, err
			}
			p.inbox <- &m
			return last, nil
		case strings.HasPrefix(line, "id:"):
			last = strings.TrimSpace(line[3:])
		}
	}
	return last, errCut
}

// Twice is safe: the second request has no session.
func (p *Post) Twice(ctx context.Context) error {
	m := &Message{ID: json.RawMessage(`1`), Method: "tools/list"}
	if err := p.Send(ctx, m); !errors.Is(err, ErrLost) {
		return err
	}
	return p.Send(ctx, m)
}
