// Package lost has cursors that events without an id, or streams without
// events, empty.
package lost

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"time"
)

type event struct {
	id   string
	name string
	data string
}

// next returns the next event. Its id is empty if it has none.
func next(sc *bufio.Scanner) (event, bool) {
	var e event
	for sc.Scan() {
		line := sc.Text()
		if line == "" {
			return e, true
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.data += value
		}
	}
	return e, false
}

type client struct {
	url, session, last string
	out                chan string
}

func (c *client) get(last string) (io.ReadCloser, error) {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// always takes the id of every event.
func (c *client) always() error {
	body, err := c.get(c.last)
	if err != nil {
		return err
	}
	defer body.Close()
	sc := bufio.NewScanner(body)
	for {
		e, ok := next(sc)
		if !ok {
			return sc.Err()
		}
		c.last = e.id // want `the cursor is lost: an event without an id, or a stream that ends before the first one, sets it to empty`
		c.out <- e.data
	}
}

// some takes it if there is one.
func (c *client) some() error {
	body, err := c.get(c.last)
	if err != nil {
		return err
	}
	defer body.Close()
	sc := bufio.NewScanner(body)
	for {
		e, ok := next(sc)
		if !ok {
			return sc.Err()
		}
		if e.id != "" {
			c.last = e.id
		}
		c.out <- e.data
	}
}

// handed gives it to a method that takes it as it is.
func (c *client) handed() error {
	body, err := c.get(c.last)
	if err != nil {
		return err
	}
	defer body.Close()
	sc := bufio.NewScanner(body)
	for {
		e, ok := next(sc)
		if !ok {
			return sc.Err()
		}
		c.handle(e.id, e.data)
	}
}

func (c *client) handle(id, data string) {
	c.last = id // want `the cursor is lost`
	c.out <- data
}

// handedSome gives it to one that looks.
func (c *client) handedSome() error {
	body, err := c.get(c.last)
	if err != nil {
		return err
	}
	defer body.Close()
	sc := bufio.NewScanner(body)
	for {
		e, ok := next(sc)
		if !ok {
			return sc.Err()
		}
		c.handleSome(e.id, e.data)
	}
}

func (c *client) handleSome(id, data string) {
	if len(id) > 0 {
		c.last = id
	}
	c.out <- data
}

// reset empties the id with the rest of the event.
func (c *client) reset() error {
	body, err := c.get(c.last)
	if err != nil {
		return err
	}
	defer body.Close()
	id, data := "", ""
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		switch {
		case line == "":
			c.last = id // want `the cursor is lost`
			c.out <- data
			id, data = "", ""
		case strings.HasPrefix(line, "id: "):
			id = strings.TrimPrefix(line, "id: ")
		case strings.HasPrefix(line, "data: "):
			data = strings.TrimPrefix(line, "data: ")
		}
	}
	return sc.Err()
}

// kept lets the id stand, as the standard of event streams says.
func (c *client) kept() error {
	body, err := c.get(c.last)
	if err != nil {
		return err
	}
	defer body.Close()
	id, data := c.last, ""
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		switch {
		case line == "":
			c.last = id
			c.out <- data
			data = ""
		case strings.HasPrefix(line, "id: "):
			id = strings.TrimPrefix(line, "id: ")
		case strings.HasPrefix(line, "data: "):
			data = strings.TrimPrefix(line, "data: ")
		}
	}
	return sc.Err()
}

// flagged remembers that there was an id.
func (c *client) flagged() error {
	body, err := c.get(c.last)
	if err != nil {
		return err
	}
	defer body.Close()
	id, data, has := "", "", false
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		switch {
		case line == "":
			if has {
				c.last = id
			}
			c.out <- data
			id, data, has = "", "", false
		case strings.HasPrefix(line, "id: "):
			id, has = strings.TrimPrefix(line, "id: "), true
		case strings.HasPrefix(line, "data: "):
			data = strings.TrimPrefix(line, "data: ")
		}
	}
	return sc.Err()
}

// atOnce sets the cursor where the id is found.
func (c *client) atOnce() error {
	body, err := c.get(c.last)
	if err != nil {
		return err
	}
	defer body.Close()
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			c.last = id
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			c.out <- data
		}
	}
	return sc.Err()
}

// drain returns the last id of this stream, which may have none.
func (c *client) drain(body io.ReadCloser) (last string) {
	defer body.Close()
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			last = id
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			c.out <- data
		}
	}
	return last
}

// drainFrom returns the cursor that it was given unless there was another.
func (c *client) drainFrom(body io.ReadCloser, last string) string {
	defer body.Close()
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			last = id
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			c.out <- data
		}
	}
	return last
}

// twice loses the cursor when a resumed stream drops before it has an id.
func (c *client) twice() error {
	last := ""
	for {
		body, err := c.get(last)
		if err != nil {
			return err
		}
		last = c.drain(body) // want `the cursor is lost`
		time.Sleep(time.Second)
	}
}

// twiceKept does not.
func (c *client) twiceKept() error {
	last := ""
	for {
		body, err := c.get(last)
		if err != nil {
			return err
		}
		if id := c.drain(body); id != "" {
			last = id
		}
		time.Sleep(time.Second)
	}
}

// twiceFrom does not, either.
func (c *client) twiceFrom() error {
	last := ""
	for {
		body, err := c.get(last)
		if err != nil {
			return err
		}
		last = c.drainFrom(body, last)
		time.Sleep(time.Second)
	}
}

// fresh begins a new session, and a new stream.
func (c *client) fresh() { c.last = "" }

// nested keeps the cursor in a variable of two loops.
func (c *client) nested() error {
	last := ""
	for range 10 {
		body, err := c.get(last)
		if err != nil {
			return err
		}
		sc := bufio.NewScanner(body)
		for sc.Scan() {
			name, value, _ := strings.Cut(sc.Text(), ": ")
			switch name {
			case "id":
				last = value
			case "data":
				c.out <- value
			}
		}
		body.Close()
		time.Sleep(time.Second)
	}
	return nil
}

// nestedEmptied starts each stream with none.
func (c *client) nestedEmptied() error {
	last := ""
	for range 10 {
		body, err := c.get(last)
		if err != nil {
			return err
		}
		id := "" // want `the cursor is lost`
		sc := bufio.NewScanner(body)
		for sc.Scan() {
			if v, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				id = v
			}
			if v, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				c.out <- v
			}
		}
		last = id
		body.Close()
		time.Sleep(time.Second)
	}
	return nil
}
