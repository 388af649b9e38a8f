// Package begins goes on with the streams of answers that were cut.
package begins

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

var errCut = errors.New("stream cut")

// A Reader reads the streams of answers.
type Reader struct {
	url     string
	session string
	client  *http.Client
	inbox   chan json.RawMessage
}

// Read is safe: without a first cursor nothing is resumed, and one is given up
// only for another.
func (r *Reader) Read(ctx context.Context, body io.Reader) error {
	last, err := r.scan(body)
	if !errors.Is(err, errCut) {
		return err
	}
	return r.goOn(ctx, last, err)
}

func (r *Reader) goOn(ctx context.Context, last string, cause error) error {
	for range 3 {
		if last == "" {
			break
		}
		stream, err := r.resume(ctx, last)
		if err != nil {
			return err
		}
		next, err := r.scan(stream)
		stream.Close()
		if !errors.Is(err, errCut) {
			return err
		}
		cause = err
		if next == "" || next == last {
			break
		}
		last = next
	}
	return cause
}

// Loses is unsafe: a stream that breaks before its first event leaves nothing
// to resume from.
func (r *Reader) Loses(ctx context.Context, body io.Reader) error {
	last, err := r.scan(body)
	for errors.Is(err, errCut) {
		stream, openErr := r.resume(ctx, last)
		if openErr != nil {
			return openErr
		}
		last, err = r.scan(stream) // want `the cursor is lost`
		stream.Close()
	}
	return err
}

func (r *Reader) resume(ctx context.Context, last string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Last-Event-ID", last)
	req.Header.Set("Mcp-Session-Id", r.session)
	req.Header.Set("MCP-Protocol-Version", "2025-11-25")
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("http %d", resp.StatusCode)
	}
	return resp.Body, nil
}

func (r *Reader) scan(body io.Reader) (string, error) {
	lines := bufio.NewScanner(body)
	var data []string
	var last string
	flush := func() {
		if len(data) > 0 {
			r.inbox <- json.RawMessage(strings.Join(data, "\n"))
			data = data[:0]
		}
	}
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "":
			flush()
		case strings.HasPrefix(line, "data:"):
			data = append(data, strings.TrimPrefix(line, "data:"))
		case strings.HasPrefix(line, "id:"):
			last = strings.TrimSpace(strings.TrimPrefix(line, "id:"))
		}
	}
	return last, errCut
}
