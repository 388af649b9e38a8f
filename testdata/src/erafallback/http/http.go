// Package http falls back over HTTP.
package http

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

type wireError struct {
	Code int `json:"code"`
	Data struct {
		Supported []string `json:"supported"`
	} `json:"data"`
}

func (e *wireError) Error() string { return "error" }

type client struct{ url string }

func (c *client) post(ctx context.Context, method string) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func (c *client) initialize(ctx context.Context) error {
	resp, err := c.post(ctx, "initialize")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// blind does not read the body.
func (c *client) blind(ctx context.Context) error {
	resp, err := c.post(ctx, "server/discover")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusBadRequest {
		return c.initialize(ctx) // want `any HTTP 400 leads to initialize`
	}
	return nil
}

// reading does.
func (c *client) reading(ctx context.Context) error {
	resp, err := c.post(ctx, "server/discover")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusBadRequest {
		text, _ := io.ReadAll(resp.Body)
		if bytes.Contains(text, []byte("-3202")) {
			return errors.New("a modern server refuses")
		}
		return c.initialize(ctx)
	}
	return nil
}

// gone looks at another status.
func (c *client) gone(ctx context.Context) error {
	resp, err := c.post(ctx, "server/discover")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusMethodNotAllowed {
		return c.initialize(ctx)
	}
	return nil
}

// recognised falls back although the server is modern.
func (c *client) recognised(ctx context.Context, err error) error {
	var w *wireError
	if errors.As(err, &w) && w.Code == -32022 {
		return c.initialize(ctx) // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}

// chosen chooses a version that the server supports.
func (c *client) chosen(ctx context.Context, err error) error {
	var w *wireError
	if errors.As(err, &w) && w.Code == -32022 {
		for _, v := range w.Data.Supported {
			if v == "2025-11-25" {
				return c.initialize(ctx)
			}
		}
	}
	return err
}

// unknown falls back after an error that says nothing of the era.
func (c *client) unknown(ctx context.Context, err error) error {
	var w *wireError
	if errors.As(err, &w) && w.Code != -32022 {
		return c.initialize(ctx)
	}
	return err
}
