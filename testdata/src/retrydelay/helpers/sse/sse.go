// Package sse reads server-sent events. It knows nothing of MCP.
package sse

import (
	"bufio"
	"io"
	"strings"
)

// An Event is one event.
type Event struct {
	ID    string
	Data  string
	Retry string
}

// A Reader reads events.
type Reader struct{ sc *bufio.Scanner }

// NewReader returns a reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{bufio.NewScanner(r)} }

// Next returns the next event.
func (r *Reader) Next() (Event, error) {
	var e Event
	for r.sc.Scan() {
		line := r.sc.Text()
		if line == "" {
			return e, nil
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "id":
			e.ID = value
		case "data":
			e.Data += value
		case "retry":
			e.Retry = value
		}
	}
	if err := r.sc.Err(); err != nil {
		return e, err
	}
	return e, io.EOF
}
