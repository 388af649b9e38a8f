// Package sse reads server-sent events. It knows nothing of MCP.
package sse

import (
	"bufio"
	"io"
	"strings"
)

// An Event is one event.
type Event struct {
	ID   string
	Data string
}

// Next returns the next event.
func Next(sc *bufio.Scanner) (*Event, error) {
	e := new(Event)
	for sc.Scan() {
		line := sc.Text()
		if line == "" {
			return e, nil
		}
		if v, ok := strings.CutPrefix(line, "id: "); ok {
			e.ID = v
		}
		if v, ok := strings.CutPrefix(line, "data: "); ok {
			e.Data += v
		}
	}
	return nil, io.EOF
}
