package begins

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
)

// An event is one of a stream.
type event struct{ id, data string }

// nextEvent reads an event; its id is empty if it has none.
func nextEvent(lines *bufio.Scanner) (event, bool) {
	var e event
	for lines.Scan() {
		key, value, ok := strings.Cut(lines.Text(), ":")
		if !ok {
			if e.data != "" {
				return e, true
			}
			e = event{}
			continue
		}
		switch strings.TrimSpace(key) {
		case "id":
			e.id = strings.TrimSpace(value)
		case "data":
			e.data += strings.TrimSpace(value)
		}
	}
	return e, false
}

// Listen is safe: it begins with no cursor, and goes on from the last.
func (r *Reader) Listen(ctx context.Context) error { return r.listen(ctx, "") }

func (r *Reader) listen(ctx context.Context, last string) error {
	body, err := r.resume(ctx, last)
	if err != nil {
		return err
	}
	go func() {
		defer body.Close()
		lines := bufio.NewScanner(body)
		for {
			e, ok := nextEvent(lines)
			if e.id != "" {
				last = e.id
			}
			if !ok {
				_ = r.listen(ctx, last)
				return
			}
			r.inbox <- json.RawMessage(e.data)
		}
	}()
	return nil
}

// Follow is unsafe: an event without an id empties the cursor.
func (r *Reader) Follow(ctx context.Context) error { return r.follow(ctx, "") }

func (r *Reader) follow(ctx context.Context, last string) error {
	body, err := r.resume(ctx, last)
	if err != nil {
		return err
	}
	go func(body io.ReadCloser) {
		defer body.Close()
		lines := bufio.NewScanner(body)
		for {
			e, ok := nextEvent(lines)
			last = e.id // want `the cursor is lost`
			if !ok {
				_ = r.follow(ctx, last)
				return
			}
			r.inbox <- json.RawMessage(e.data)
		}
	}(body)
	return nil
}
