// Package empty has clients that look at the id of an event only if it has
// data.
package empty

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

type message struct {
	Method string `json:"method"`
}

type client struct {
	url, session, last string
	out                chan message
}

func (c *client) get() (io.ReadCloser, error) {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	if c.last != "" {
		req.Header.Set("Last-Event-ID", c.last)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func (c *client) withData(body io.Reader) {
	id, data := "", ""
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		if v, ok := strings.CutPrefix(line, "id: "); ok {
			id = v
		}
		if v, ok := strings.CutPrefix(line, "data: "); ok {
			data += v
		}
		if line == "" {
			if data != "" {
				if id != "" {
					c.last = id // want `the id of an event without data is ignored: a server sends such an event so that the client can resume from it`
				}
				var m message
				if json.Unmarshal([]byte(data), &m) == nil {
					c.out <- m
				}
			}
			id, data = "", ""
		}
	}
}

func (c *client) withOrWithout(body io.Reader) {
	id, data := "", ""
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		if v, ok := strings.CutPrefix(line, "id: "); ok {
			id = v
		}
		if v, ok := strings.CutPrefix(line, "data: "); ok {
			data += v
		}
		if line == "" {
			if id != "" {
				c.last = id
			}
			if data != "" {
				var m message
				if json.Unmarshal([]byte(data), &m) == nil {
					c.out <- m
				}
			}
			id, data = "", ""
		}
	}
}

// A decoding client moves the cursor for messages only.
type decoding struct {
	url, session, cursor string
	out                  chan message
}

func (c *decoding) resume() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", c.cursor)
	return http.DefaultClient.Do(req)
}

func (c *decoding) read(body io.Reader) {
	var id string
	var data strings.Builder
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		switch {
		case strings.HasPrefix(line, "id:"):
			id = strings.TrimSpace(line[3:])
		case strings.HasPrefix(line, "data:"):
			data.WriteString(strings.TrimSpace(line[5:]))
		case line == "":
			var m message
			if err := json.Unmarshal([]byte(data.String()), &m); err == nil && id != "" {
				c.cursor = id // want `the id of an event without data is ignored`
				c.out <- m
			}
			data.Reset()
		}
	}
}

// A stepping client gets its events from a function that leaves those without
// data out.
type stepping struct {
	url, session, cursor string
	out                  chan string
}

type event struct{ id, data string }

func nextData(sc *bufio.Scanner) (event, error) {
	var e event
	for sc.Scan() {
		line := sc.Text()
		switch {
		case strings.HasPrefix(line, "id:"):
			e.id = strings.TrimSpace(line[3:])
		case strings.HasPrefix(line, "data:"):
			e.data += strings.TrimSpace(line[5:])
		case line == "":
			if e.data != "" {
				return e, nil
			}
			e = event{}
		}
	}
	return e, io.EOF
}

func nextAny(sc *bufio.Scanner) (event, error) {
	var e event
	for sc.Scan() {
		line := sc.Text()
		switch {
		case strings.HasPrefix(line, "id:"):
			e.id = strings.TrimSpace(line[3:])
		case strings.HasPrefix(line, "data:"):
			e.data += strings.TrimSpace(line[5:])
		case line == "":
			return e, nil
		}
	}
	return e, io.EOF
}

func (c *stepping) resume() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", c.cursor)
	return http.DefaultClient.Do(req)
}

func (c *stepping) read(body io.Reader) {
	sc := bufio.NewScanner(body)
	for {
		e, err := nextData(sc)
		if err != nil {
			return
		}
		if e.id != "" {
			c.cursor = e.id // want `the id of an event without data is ignored`
		}
		c.out <- e.data
	}
}

// A walking client gets all of them.
type walking struct {
	url, session, cursor string
	out                  chan string
}

func (c *walking) resume() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", c.cursor)
	return http.DefaultClient.Do(req)
}

func (c *walking) read(body io.Reader) {
	sc := bufio.NewScanner(body)
	for {
		e, err := nextAny(sc)
		if err != nil {
			return
		}
		if e.id != "" {
			c.cursor = e.id
		}
		if e.data != "" {
			c.out <- e.data
		}
	}
}
