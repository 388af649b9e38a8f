// Package orders takes event ids for numbers, times and ranks in less usual
// ways.
package orders

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"io"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"
)

type stream struct {
	url, last string
	seen      []string
	set       map[string]bool
}

func (s *stream) get() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("MCP-Protocol-Version", "2025-06-18")
	req.Header.Set("Last-Event-ID", s.last)
	return http.DefaultClient.Do(req)
}

// lines hands out the ids of a stream.
func lines(body io.Reader, id func(string)) (size int) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ":")
		switch name {
		case "id":
			id(strings.TrimSpace(value))
		case "data":
			size += len(value)
		}
	}
	return size
}

// newest keeps the greater one.
func (s *stream) newest(body io.Reader) {
	lines(body, func(id string) {
		s.last = max(s.last, id) // want `an event id is taken for a number or for something with an order`
	})
}

// newestKept keeps the one that came last.
func (s *stream) newestKept(body io.Reader) {
	lines(body, func(id string) {
		if id != "" {
			s.last = id
		}
	})
}

// less uses a function.
func (s *stream) less(body io.Reader) {
	lines(body, func(id string) {
		if cmp.Less(s.last, id) { // want `an event id is taken for a number or for something with an order`
			s.last = id
		}
	})
}

// sorted puts them in order.
func (s *stream) sorted(body io.Reader) {
	lines(body, func(id string) { s.seen = append(s.seen, id) })
	sort.Strings(s.seen) // want `an event id is taken for a number or for something with an order`
}

// greatest looks for the last.
func (s *stream) greatest(body io.Reader) string {
	var ids []string
	lines(body, func(id string) { ids = append(ids, id) })
	if len(ids) == 0 {
		return ""
	}
	return slices.Max(ids) // want `an event id is taken for a number or for something with an order`
}

// member only looks whether it is there.
func (s *stream) member(body io.Reader) (double int) {
	lines(body, func(id string) {
		if s.set[id] || slices.Contains(s.seen, id) {
			double++
		}
		s.set[id] = true
	})
	return double
}

// big takes it for a big number.
func (s *stream) big(body io.Reader) (n big.Int) {
	lines(body, func(id string) {
		n.SetString(id, 36) // want `an event id is taken for a number`
	})
	return n
}

var number = regexp.MustCompile(`-(\d+)$`)

// matched takes it apart with a pattern.
func (s *stream) matched(body io.Reader) (n big.Int) {
	lines(body, func(id string) {
		if m := number.FindStringSubmatch(id); m != nil {
			n.SetString(m[1], 10) // want `an event id is taken for a number`
		}
	})
	return n
}

// timed takes it for a time.
func (s *stream) timed(body io.Reader) (newest time.Time) {
	lines(body, func(id string) {
		if t, err := time.Parse(time.RFC3339Nano, id); err == nil { // want `an event id is taken for a number`
			newest = t
		}
	})
	return newest
}

// hashed makes a name of it, for a file.
func (s *stream) hashed(body io.Reader) (names []string) {
	lines(body, func(id string) { names = append(names, hex.EncodeToString([]byte(id))+".json") })
	return names
}
