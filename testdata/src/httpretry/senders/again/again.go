// Package again has HTTP clients with a method Do of their own.
package again

import (
	"bytes"
	"io"
	"net/http"
	"time"
)

// A Client waits until the server is ready.
type Client struct{ inner *http.Client }

// New makes a Client.
func New() *Client { return &Client{inner: &http.Client{Timeout: time.Minute}} }

// Do sends a request, again if the server is busy or away.
func (c *Client) Do(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	for wait := time.Second; ; wait *= 2 {
		req.Body = io.NopCloser(bytes.NewReader(body))
		resp, err := c.once(req)
		if err == nil && resp.StatusCode < http.StatusInternalServerError || wait > time.Minute {
			return resp, err
		}
		time.Sleep(wait)
	}
}

func (c *Client) once(req *http.Request) (*http.Response, error) { return c.inner.Do(req) }

// A Polite client gives no method other than GET a second chance.
type Polite struct{ inner *http.Client }

// Do sends a request, and a GET again.
func (c *Polite) Do(req *http.Request) (*http.Response, error) {
	resp, err := c.inner.Do(req)
	if err != nil && req.Method == http.MethodGet {
		return c.inner.Do(req)
	}
	return resp, err
}
