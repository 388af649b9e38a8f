package handrpc

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
	"time"
)

// Line is a connection that hands whole messages to one of two transports.
type Line struct {
	url  string
	http *http.Client
	in   io.WriteCloser
	out  *bufio.Reader
	next int64
}

func (l *Line) ask(ctx context.Context, method string, params any) (json.RawMessage, error) {
	l.next++
	req := rpcRequest{JSONRPC: "2.0", ID: l.next, Method: method, Params: params}
	if l.in != nil {
		return l.pipe(ctx, req)
	}
	return l.post(ctx, req)
}

func (l *Line) post(ctx context.Context, msg rpcRequest) (json.RawMessage, error) {
	data, err := json.Marshal(msg)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	resp, err := l.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("HTTP %d", resp.StatusCode)
	}
	var out rpcResponse
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return nil, err
	}
	return out.Result, nil
}

type line struct {
	text []byte
	err  error
}

var errLate = errors.New("no answer in time")

func (l *Line) pipe(ctx context.Context, msg rpcRequest) (json.RawMessage, error) {
	data, err := json.Marshal(msg)
	if err != nil {
		return nil, err
	}
	if _, err := l.in.Write(append(data, '\n')); err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	lines := make(chan line, 1)
	go func() {
		text, err := l.out.ReadBytes('\n')
		lines <- line{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Minute):
		return nil, errLate
	case got := <-lines:
		if got.err != nil {
			return nil, fmt.Errorf("read: %w", got.err)
		}
		var out rpcResponse
		if err := json.Unmarshal(got.text, &out); err != nil {
			return nil, fmt.Errorf("decode: %w", err)
		}
		if out.Error != nil {
			return nil, out.Error
		}
		return out.Result, nil
	}
}

// Posted is unsafe: the message is a parameter of what posts it.
func (l *Line) Posted(ctx context.Context, room string) error {
	l.next++
	req := rpcRequest{JSONRPC: "2.0", ID: l.next, Method: "tools/call", Params: map[string]any{"name": "book_room", "arguments": map[string]any{"room": room}}}
	_, err := l.post(ctx, req)
	if err != nil {
		l.next++
		req.ID = l.next
		_, err = l.post(ctx, req) // want `tools/call "book_room".*can run again`
	}
	return err
}

// Asked is unsafe: the answer may be what was lost, on either transport.
func (l *Line) Asked(ctx context.Context, room string) error {
	params := map[string]any{"name": "book_room", "arguments": map[string]any{"room": room}}
	_, err := l.ask(ctx, "tools/call", params)
	if err != nil {
		_, err = l.ask(ctx, "tools/call", params) // want `tools/call "book_room".*can run again`
	}
	return err
}

// Refused is safe: what the text says is an answer, a status or a code, in a
// client that has no session of an SDK.
func (l *Line) Refused(ctx context.Context, room string) error {
	params := map[string]any{"name": "book_room", "arguments": map[string]any{"room": room}}
	_, err := l.ask(ctx, "tools/call", params)
	if err != nil && (strings.Contains(err.Error(), "404") || strings.Contains(err.Error(), "-32001")) {
		_, err = l.ask(ctx, "tools/call", params)
	}
	return err
}

// Late is unsafe: what it says of itself is that no answer came.
func (l *Line) Late(ctx context.Context, room string) error {
	params := map[string]any{"name": "book_room", "arguments": map[string]any{"room": room}}
	_, err := l.ask(ctx, "tools/call", params)
	if err != nil && strings.Contains(err.Error(), "in time") {
		_, err = l.ask(ctx, "tools/call", params) // want `tools/call "book_room".*can run again`
	}
	return err
}

// Overloaded is unsafe: a gateway may say so after the work was done.
func (l *Line) Overloaded(ctx context.Context, room string) error {
	params := map[string]any{"name": "book_room", "arguments": map[string]any{"room": room}}
	_, err := l.ask(ctx, "tools/call", params)
	if err != nil && strings.Contains(err.Error(), "503") {
		_, err = l.ask(ctx, "tools/call", params) // want `tools/call "book_room".*can run again: retried on HTTP 503`
	}
	return err
}

// Listed is safe: tools/list may be asked for again.
func (l *Line) Listed(ctx context.Context) error {
	_, err := l.ask(ctx, "tools/list", nil)
	if err != nil {
		_, err = l.ask(ctx, "tools/list", nil)
	}
	return err
}

// Polled is safe: the call is made again whatever comes of it.
func (l *Line) Polled(ctx context.Context, every time.Duration) error {
	params := map[string]any{"name": "advance_clock"}
	for ctx.Err() == nil {
		if _, err := l.ask(ctx, "tools/call", params); err != nil {
			fmt.Println("clock:", err)
		}
		time.Sleep(every)
	}
	return ctx.Err()
}
