// Package dropped opens the GET stream again, if need be, before it sends a
// message.
package dropped

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

const edition = "2025-06-18"

// Message is a JSON-RPC message.
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      int64           `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
}

type base struct {
	url, session string
	hc           *http.Client
	handle       func(Message)

	mu     sync.Mutex
	closed bool // the stream has ended
}

func (b *base) request(ctx context.Context, verb string, m any) (*http.Request, error) {
	data, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, verb, b.url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Session-Id", b.session)
	req.Header.Set("Mcp-Protocol-Version", edition)
	return req, nil
}

func (b *base) post(ctx context.Context, m Message) error {
	req, err := b.request(ctx, http.MethodPost, m)
	if err != nil {
		return err
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Forgetful keeps the cursor in the reader of the stream.
type Forgetful struct{ base }

func (f *Forgetful) listen(ctx context.Context, last string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		return nil
	}
	req, err := f.request(ctx, http.MethodGet, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return err
	}
	f.closed = false
	go func() {
		defer resp.Body.Close()
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				last = id
			}
			if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				var m Message
				if json.Unmarshal([]byte(data), &m) == nil {
					f.handle(m)
				}
			}
		}
		f.mu.Lock()
		f.closed = true
		f.mu.Unlock()
		if err := f.listen(ctx, last); err != nil {
			fmt.Println("the stream is gone:", err)
		}
	}()
	return nil
}

// Open begins: there is no cursor yet.
func (f *Forgetful) Open(ctx context.Context) error {
	if err := f.post(ctx, Message{JSONRPC: "2.0", ID: 1, Method: "initialize"}); err != nil {
		return err
	}
	f.closed = true
	return f.listen(ctx, "")
}

// Send is unsafe: where the reader could not open the stream again, this does,
// and has no cursor.
func (f *Forgetful) Send(ctx context.Context, m Message) error {
	go func() {
		if err := f.listen(ctx, ""); err != nil { // want `the cursor is lost: the stream is opened again with an empty one`
			fmt.Println("no stream:", err)
		}
	}()
	return f.post(ctx, m)
}

// Mindful keeps it for as long as the session lasts, and is safe.
type Mindful struct {
	base
	last string
}

func (m *Mindful) listen(ctx context.Context, last string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		return nil
	}
	req, err := m.request(ctx, http.MethodGet, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return err
	}
	m.closed = false
	go func() {
		defer resp.Body.Close()
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				m.mu.Lock()
				m.last = id
				m.mu.Unlock()
			}
			if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				var msg Message
				if json.Unmarshal([]byte(data), &msg) == nil {
					m.handle(msg)
				}
			}
		}
		m.mu.Lock()
		m.closed = true
		m.mu.Unlock()
	}()
	return nil
}

// Open begins: there is no cursor yet.
func (m *Mindful) Open(ctx context.Context) error {
	if err := m.post(ctx, Message{JSONRPC: "2.0", ID: 1, Method: "initialize"}); err != nil {
		return err
	}
	m.closed = true
	return m.listen(ctx, "")
}

// Send has the cursor that the last reader left.
func (m *Mindful) Send(ctx context.Context, msg Message) error {
	m.mu.Lock()
	last := m.last
	m.mu.Unlock()
	if err := m.listen(ctx, last); err != nil {
		fmt.Println("no stream:", err)
	}
	return m.post(ctx, msg)
}
