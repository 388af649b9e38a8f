// Package handrpc holds outcomes that a client records that speaks JSON-RPC by
// hand.
package handrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
)

// Shipments keeps shipments.
type Shipments interface {
	UpdateStatus(ctx context.Context, id, status string) error
}

// A StatusError is an HTTP status that is no success.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return http.StatusText(e.Code) }

// An RPCError is an error of the peer.
type RPCError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *RPCError) Error() string { return e.Message }

// Client ships parcels.
type Client struct {
	http      *http.Client
	endpoint  string
	ids       atomic.Int64
	shipments Shipments
}

func (c *Client) call(ctx context.Context, tool string, args map[string]any) error {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": c.ids.Add(1), "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return &StatusError{resp.StatusCode}
	}
	var out struct {
		Error *RPCError `json:"error"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	if out.Error != nil {
		return out.Error
	}
	return nil
}

// Any is unsafe.
func (c *Client) Any(ctx context.Context, id string) error {
	err := c.call(ctx, "ship_parcel", map[string]any{"id": id})
	if err != nil {
		return errors.Join(err, c.shipments.UpdateStatus(ctx, id, "failed")) // want `the outcome of tools/call "ship_parcel" is recorded as "failed" by Shipments.UpdateStatus`
	}
	return nil
}

// Gateway is unsafe: a gateway gave up, not the server.
func (c *Client) Gateway(ctx context.Context, id string) error {
	err := c.call(ctx, "ship_parcel", map[string]any{"id": id})
	var se *StatusError
	if errors.As(err, &se) && se.Code == http.StatusGatewayTimeout {
		return c.shipments.UpdateStatus(ctx, id, "failed") // want `recorded as "failed" by Shipments.UpdateStatus on HTTP 504, which a gateway also answers after the server ran the call`
	}
	return err
}

// Forbidden is safe.
func (c *Client) Forbidden(ctx context.Context, id string) error {
	err := c.call(ctx, "ship_parcel", map[string]any{"id": id})
	var se *StatusError
	if errors.As(err, &se) && se.Code == http.StatusForbidden {
		return c.shipments.UpdateStatus(ctx, id, "rejected")
	}
	return err
}

// Answered is safe: an error of the peer is an answer.
func (c *Client) Answered(ctx context.Context, id string) error {
	err := c.call(ctx, "ship_parcel", map[string]any{"id": id})
	var re *RPCError
	if errors.As(err, &re) {
		return c.shipments.UpdateStatus(ctx, id, "rejected")
	}
	return err
}
