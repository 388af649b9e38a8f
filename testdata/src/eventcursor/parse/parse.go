// Package parse has clients that take event ids for more than cursors.
package parse

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

type stream struct {
	url, session, last string
	n                  int64
	seen               map[string]bool
	out                chan string
}

func (s *stream) get() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", s.session)
	req.Header.Set("Last-Event-ID", s.last)
	return http.DefaultClient.Do(req)
}

// numbers takes the ids for numbers.
func (s *stream) numbers(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if id, ok := strings.CutPrefix(sc.Text(), "id:"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(id), 10, 64) // want `an event id is taken for a number or for something with an order: .*; keep it as it is and compare it for equality only`
			if err == nil && n > s.n {
				s.n = n
			}
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data:"); ok {
			s.out <- data
		}
	}
}

// gaps looks for missing numbers.
func (s *stream) gaps(body io.Reader) error {
	sc := bufio.NewScanner(body)
	want := 0
	for sc.Scan() {
		if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			n, err := strconv.Atoi(id) // want `an event id is taken for a number`
			if err != nil || want != 0 && n != want {
				return fmt.Errorf("event %d is missing", want)
			}
			want = n + 1
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			s.out <- data
		}
	}
	return sc.Err()
}

// parts looks into the id.
func (s *stream) parts(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ": ")
		switch name {
		case "id":
			_, seq, _ := strings.Cut(value, "_")
			if n, err := strconv.ParseUint(seq, 10, 64); err == nil { // want `an event id is taken for a number`
				s.n = int64(n)
			}
		case "data":
			s.out <- value
		}
	}
}

// scanned parses with fmt.
func (s *stream) scanned(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ": ")
		switch name {
		case "id":
			fmt.Sscanf(value, "evt-%d", &s.n) // want `an event id is taken for a number`
		case "data":
			s.out <- value
		}
	}
}

// newer compares ids for order.
func (s *stream) newer(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ": ")
		switch name {
		case "id":
			if value > s.last { // want `an event id is taken for a number or for something with an order`
				s.last = value
			}
		case "data":
			s.out <- value
		}
	}
}

// compared does so with a function.
func (s *stream) compared(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ": ")
		switch name {
		case "id":
			if cmp.Compare(value, s.last) > 0 { // want `an event id is taken for a number or for something with an order`
				s.last = value
			}
		case "data":
			s.out <- value
		}
	}
}

// equal looks for events that it has seen.
func (s *stream) equal(body io.Reader) {
	sc := bufio.NewScanner(body)
	skip := false
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ": ")
		switch name {
		case "id":
			skip = value == s.last || s.seen[value] || strings.Compare(value, s.last) == 0
			s.seen[value] = true
			s.last = value
		case "data":
			if !skip {
				s.out <- value
			}
		}
	}
}

// lengths says how long ids are.
func (s *stream) lengths(body io.Reader) error {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ": ")
		switch name {
		case "id":
			if len(value) > 1024 {
				return fmt.Errorf("an id of %d bytes", len(value))
			}
			s.last = value
		case "data":
			s.out <- value
		}
	}
	return nil
}

// retries parses another field.
func (s *stream) retries(body io.Reader) (ms int) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ": ")
		switch name {
		case "id":
			s.last = value
		case "retry":
			ms, _ = strconv.Atoi(value)
		case "data":
			s.out <- value
		}
	}
	return ms
}

// A numbered stream belongs to a server that documents its ids.
type numbered struct {
	stream
	gap bool
}

// follows says whether b is the event after a.
//
//mcplint:eventorder "ids are the decimal sequence number of the event, https://example.com/docs/stream#ids"
func follows(a, b string) bool {
	m, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	return err1 == nil && err2 == nil && n == m+1
}

// before is the like without evidence.
func before(a, b string) bool {
	m, err1 := strconv.Atoi(a) // want `an event id is taken for a number`
	n, err2 := strconv.Atoi(b) // want `an event id is taken for a number`
	return err1 == nil && err2 == nil && m < n
}

func (s *numbered) read(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		name, value, _ := strings.Cut(sc.Text(), ": ")
		switch name {
		case "id":
			if !follows(s.last, value) || !before(s.last, value) {
				s.gap = true
			}
			s.last = value
		case "data":
			s.out <- value
		}
	}
}

// A counter counts the events itself.
type counter struct {
	url, session string
	events       int
	out          chan string
}

func (c *counter) get() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", strconv.Itoa(c.events)) // want `Last-Event-ID is counted by the client`
	return http.DefaultClient.Do(req)
}

func (c *counter) read(body io.Reader) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			c.events++
			c.out <- data
		}
	}
}
