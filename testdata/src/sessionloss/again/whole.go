package again

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// A Whole client reads whole answers, and judges status and error in one place.
type Whole struct {
	url, session string
}

func (c *Whole) post(ctx context.Context, body []byte) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil, err
	}
	return resp.StatusCode, text, nil
}

func busy(status int, err error) (bool, string) {
	var netErr net.Error
	switch {
	case err != nil:
		return errors.As(err, &netErr) && netErr.Timeout(), "network"
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		return true, "busy"
	}
	return false, "final"
}

func gone(status int, err error) (bool, string) {
	if err == nil && status == http.StatusNotFound {
		return true, "gone"
	}
	return busy(status, err)
}

// Busy is safe: a 404 has come with its body and is final.
func (c *Whole) Busy(ctx context.Context, body []byte) ([]byte, error) {
	waits := func(payload []byte) (int, []byte, error) {
		var last error
		for attempt := 1; attempt <= 3; attempt++ {
			status, text, err := c.post(ctx, payload)
			last = err
			again, _ := busy(status, err)
			if err != nil && !again {
				return 0, nil, err
			}
			if err == nil && !again {
				return status, text, nil
			}
			time.Sleep(time.Second)
		}
		return 0, nil, last
	}
	_, text, err := waits(body)
	return text, err
}

// Gone is unsafe: a 404 is one of the answers that are waited out.
func (c *Whole) Gone(ctx context.Context, body []byte) ([]byte, error) {
	waits := func(payload []byte) (int, []byte, error) {
		var last error
		for attempt := 1; attempt <= 3; attempt++ {
			status, text, err := c.post(ctx, payload) // want `sent again with the session id that a 404 has ended`
			last = err
			again, _ := gone(status, err)
			if err != nil && !again {
				return 0, nil, err
			}
			if err == nil && !again {
				return status, text, nil
			}
			time.Sleep(time.Second)
		}
		return 0, nil, last
	}
	_, text, err := waits(body)
	return text, err
}
