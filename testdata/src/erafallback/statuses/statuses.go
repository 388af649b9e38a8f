// Package statuses falls back over HTTP after many kinds of statuses.
package statuses

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

const (
	newest = "2026-07-28"
	older  = "2025-11-25"
)

type statusError struct {
	status int
	body   []byte
}

func (e *statusError) Error() string { return fmt.Sprint("status ", e.status) }

var errBad = errors.New("bad request")

type client struct {
	hc  *http.Client
	url string
}

func (c *client) do(ctx context.Context, version, method string) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	return c.hc.Do(req)
}

func (c *client) initialize(ctx context.Context) error {
	resp, err := c.do(ctx, older, "initialize")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// discover makes an error without the body.
func (c *client) discover(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "server/discover")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusBadRequest:
		return errBad
	}
	return fmt.Errorf("status %s", resp.Status)
}

// discoverBody makes one with it.
func (c *client) discoverBody(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "server/discover")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
		return &statusError{resp.StatusCode, body}
	}
	return nil
}

// sentinel knows nothing of the body.
func (c *client) sentinel(ctx context.Context) error {
	err := c.discover(ctx)
	if errors.Is(err, errBad) {
		return c.initialize(ctx) // want `any HTTP 400 leads to initialize`
	}
	return err
}

// typed has the body at hand.
func (c *client) typed(ctx context.Context) error {
	err := c.discoverBody(ctx)
	var e *statusError
	if errors.As(err, &e) && e.status == http.StatusBadRequest && !strings.Contains(string(e.body), `"code":-3202`) {
		return c.initialize(ctx)
	}
	return err
}

// drained empties the body and does not look at it.
func (c *client) drained(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "server/discover")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusBadRequest {
		_, _ = io.Copy(io.Discard, resp.Body)
		return c.initialize(ctx) // want `any HTTP 400 leads to initialize`
	}
	return nil
}

// clientErrors falls back after all of them.
func (c *client) clientErrors(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "server/discover")
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode/100 == 4 {
		return c.initialize(ctx) // want `any HTTP 400 leads to initialize`
	}
	return nil
}

// anyFailure falls back unless all is well.
func (c *client) anyFailure(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "tools/list")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return c.initialize(ctx) // want `any HTTP 400 leads to initialize`
}

// otherFailures falls back after statuses that no modern server gives.
func (c *client) otherFailures(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "server/discover")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return c.initialize(ctx)
	}
	return nil
}

func modernBody(resp *http.Response) bool {
	var m struct {
		Error struct{ Code int } `json:"error"`
	}
	return json.NewDecoder(resp.Body).Decode(&m) == nil && m.Error.Code <= -32020 && m.Error.Code >= -32022
}

// helped has a function that reads it.
func (c *client) helped(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "server/discover")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusBadRequest && !modernBody(resp) {
		return c.initialize(ctx)
	}
	return nil
}

func finish(resp *http.Response) { resp.Body.Close() }

// finished has one that closes it.
func (c *client) finished(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "server/discover")
	if err != nil {
		return err
	}
	bad := resp.StatusCode == http.StatusBadRequest
	finish(resp)
	if bad {
		return c.initialize(ctx) // want `any HTTP 400 leads to initialize`
	}
	return nil
}

// downgraded is refused an initialize, and sends another.
func (c *client) downgraded(ctx context.Context) error {
	resp, err := c.do(ctx, older, "initialize")
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode == http.StatusBadRequest {
		return c.initialize(ctx)
	}
	return nil
}

// called sends a write to find out.
func (c *client) called(ctx context.Context) error {
	resp, err := c.do(ctx, newest, "tools/call")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusBadRequest && !modernBody(resp) {
		return c.initialize(ctx)
	}
	return nil
}
