package begins

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// An attendant opens the stream again and again, and is told by each attempt
// where to go on.
type attendant struct {
	http    *http.Client
	url     string
	session string
	took    func([]byte)
}

// scan reads the events of a stream and returns the id of the last that had
// one, nothing if none had.
func (a *attendant) scan(body io.Reader) (last string, err error) {
	var data []string
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "":
			if len(data) > 0 {
				a.took([]byte(strings.Join(data, "\n")))
			}
			data = nil
		case strings.HasPrefix(line, "id:"):
			last = strings.TrimSpace(strings.TrimPrefix(line, "id:"))
		case strings.HasPrefix(line, "data:"):
			data = append(data, strings.TrimSpace(strings.TrimPrefix(line, "data:")))
		}
	}
	return last, lines.Err()
}

func (a *attendant) get(ctx context.Context, last string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("MCP-Protocol-Version", "2025-11-25")
	if a.session != "" {
		req.Header.Set("Mcp-Session-Id", a.session)
	}
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	return a.http.Do(req)
}

// once keeps the cursor unless the stream has another: it is a named result,
// which a deferred call may change.
func (a *attendant) once(ctx context.Context, last string) (next string, opened bool, err error) {
	next = last
	resp, err := a.get(ctx, last)
	if err != nil {
		return next, false, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return next, false, fmt.Errorf("status %s", resp.Status)
	}
	id, err := a.scan(resp.Body)
	if id != "" {
		next = id
	}
	return next, true, err
}

// Attend goes on where the last attempt has ended.
func (a *attendant) Attend(ctx context.Context) {
	last := ""
	for ctx.Err() == nil {
		next, _, _ := a.once(ctx, last)
		last = next
	}
}

// onceHasty takes what the stream has, an id or none.
func (a *attendant) onceHasty(ctx context.Context, last string) (next string, opened bool, err error) {
	next = last
	resp, err := a.get(ctx, last)
	if err != nil {
		return next, false, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return next, false, fmt.Errorf("status %s", resp.Status)
	}
	id, err := a.scan(resp.Body)
	next = id
	return next, true, err
}

func (a *attendant) AttendHasty(ctx context.Context) {
	last := ""
	for ctx.Err() == nil {
		next, _, _ := a.onceHasty(ctx, last) // want `the cursor is lost`
		last = next
	}
}
