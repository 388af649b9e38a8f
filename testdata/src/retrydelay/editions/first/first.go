// Package first speaks the transport of the 2024-11-05 edition, HTTP+SSE, beside
// that of later ones: the edition says nothing of how its stream is opened
// again.
package first

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const latest = "2025-11-25"

// Message is one JSON-RPC message.
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      int64           `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
}

// Old is a client of HTTP+SSE.
type Old struct {
	base    string
	hc      *http.Client
	post    string
	waiting map[int64]chan Message
}

// Keep opens the stream again after a backoff of its own.
func (o *Old) Keep(ctx context.Context) {
	wait := time.Second
	for ctx.Err() == nil {
		if err := o.listen(ctx); err != nil {
			fmt.Println("the stream ended:", err)
		}
		time.Sleep(wait)
		wait = min(2*wait, time.Minute)
	}
}

func (o *Old) listen(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+"/events", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := o.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	name, data := "", ""
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		line := sc.Text()
		switch {
		case line == "":
			o.deliver(name, data)
			name, data = "", ""
		case strings.HasPrefix(line, "event:"):
			name = strings.TrimSpace(line[len("event:"):])
		case strings.HasPrefix(line, "data:"):
			data += strings.TrimSpace(line[len("data:"):])
		}
	}
	return sc.Err()
}

func (o *Old) deliver(name, data string) {
	switch name {
	case "endpoint":
		o.post = o.base + data
	case "message":
		var m Message
		if json.Unmarshal([]byte(data), &m) == nil && o.waiting[m.ID] != nil {
			o.waiting[m.ID] <- m
		}
	}
}

// New is a client of Streamable HTTP: it opens its stream again in the same way,
// which the edition that it names forbids.
type New struct {
	url, session string
	hc           *http.Client
	handle       func(Message)
}

// Keep is unsafe.
func (n *New) Keep(ctx context.Context) {
	wait := time.Second
	for ctx.Err() == nil {
		if err := n.listen(ctx); err != nil { // want `the event stream is opened again after a delay of its own: the server's retry field is never read, and the 2025-11-25 specification forbids`
			fmt.Println("the stream ended:", err)
		}
		time.Sleep(wait)
		wait = min(2*wait, time.Minute)
	}
}

func (n *New) listen(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", latest)
	req.Header.Set("Mcp-Session-Id", n.session)
	resp, err := n.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	name := ""
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		line := sc.Text()
		if rest, ok := strings.CutPrefix(line, "event:"); ok {
			name = strings.TrimSpace(rest)
		}
		if rest, ok := strings.CutPrefix(line, "data:"); ok && name != "ping" {
			var m Message
			if json.Unmarshal([]byte(rest), &m) == nil {
				n.handle(m)
			}
		}
	}
	return sc.Err()
}

// Named is unsafe: the stream has events with names, but none says where to
// post.
type Named struct {
	url    string
	hc     *http.Client
	handle func(Message)
}

// Keep is unsafe.
func (n *Named) Keep(ctx context.Context) error {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Accept", "text/event-stream")
		resp, err := n.hc.Do(req) // want `the event stream is opened again after a delay of its own`
		if err != nil {
			return err
		}
		name := ""
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			line := sc.Text()
			if rest, ok := strings.CutPrefix(line, "event: "); ok {
				name = rest
			}
			if rest, ok := strings.CutPrefix(line, "data: "); ok && name == "message" {
				var m Message
				if json.Unmarshal([]byte(rest), &m) == nil {
					n.handle(m)
				}
			}
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}
