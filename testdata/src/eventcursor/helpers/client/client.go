// Package client reads event streams through a package of its module.
package client

import (
	"bufio"
	"net/http"
	"strconv"

	"cases/eventcursor/helpers/sse"
)

type client struct {
	url, session, last string
	seq                int
	out                chan string
}

func (c *client) get() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", c.last)
	return http.DefaultClient.Do(req)
}

func (c *client) careless() error {
	resp, err := c.get()
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	for {
		e, err := sse.Next(sc)
		if err != nil {
			return err
		}
		c.last = e.ID                                 // want `the cursor is lost`
		if n, err := strconv.Atoi(e.ID); err == nil { // want `an event id is taken for a number`
			c.seq = n
		}
		c.out <- e.Data
	}
}

func (c *client) careful() error {
	resp, err := c.get()
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	for {
		e, err := sse.Next(sc)
		if err != nil {
			return err
		}
		if e.ID != "" {
			c.last = e.ID
		}
		c.out <- e.Data
	}
}
