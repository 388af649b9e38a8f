// Package cycles has clients whose functions call each other when a stream
// ends.
package cycles

import (
	"bufio"
	"log"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A Careless client comes back after a second, whatever the server asks for.
type Careless struct {
	Endpoint string
	Session  string
	lastID   string
	handle   func(data string)
	closed   chan struct{}
}

func (c *Careless) connect() {
	req, err := http.NewRequest(http.MethodGet, c.Endpoint, nil)
	if err != nil {
		log.Print(err)
		return
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.Session)
	req.Header.Set("Last-Event-ID", c.lastID)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.reconnect()
		return
	}
	go c.receive(resp)
}

func (c *Careless) receive(resp *http.Response) {
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		if id, ok := strings.CutPrefix(sc.Text(), "id:"); ok {
			c.lastID = strings.TrimSpace(id)
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data:"); ok {
			c.handle(data)
		}
	}
	select {
	case <-c.closed:
	default:
		c.reconnect() // want `the event stream is opened again after a delay of its own`
	}
}

func (c *Careless) reconnect() {
	time.Sleep(time.Second)
	c.connect()
}

// A Careful client keeps what the server asked for.
type Careful struct {
	Endpoint string
	Session  string
	lastID   string
	wait     time.Duration
	handle   func(data string)
}

func (c *Careful) connect() {
	req, err := http.NewRequest(http.MethodGet, c.Endpoint, nil)
	if err != nil {
		log.Print(err)
		return
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.Session)
	req.Header.Set("Last-Event-ID", c.lastID)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.reconnect()
		return
	}
	go c.receive(resp)
}

func (c *Careful) receive(resp *http.Response) {
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		if id, ok := strings.CutPrefix(sc.Text(), "id:"); ok {
			c.lastID = strings.TrimSpace(id)
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data:"); ok {
			c.handle(data)
		}
		if retry, ok := strings.CutPrefix(sc.Text(), "retry:"); ok {
			if ms, err := strconv.Atoi(strings.TrimSpace(retry)); err == nil {
				c.wait = time.Duration(ms) * time.Millisecond
			}
		}
	}
	c.reconnect()
}

func (c *Careful) reconnect() {
	wait := time.Second
	if c.wait > 0 {
		wait = c.wait
	}
	time.AfterFunc(wait, c.connect)
}
