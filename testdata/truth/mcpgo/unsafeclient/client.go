// Package unsafeclient recovers from a transport error by connecting anew and
// calling the tool again. It books twice whenever the first call was executed
// and only its answer was lost.
package unsafeclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

const maxAttempts = 3

// A Client books rooms over MCP.
type Client struct {
	endpoint string
	mcp      *client.Client
	// Version is the protocol version to ask for; empty means the newest.
	Version string
}

// New returns a client of the server at endpoint.
func New(endpoint string) *Client { return &Client{endpoint: endpoint} }

// Connect opens a connection, in place of an earlier one.
func (c *Client) Connect(ctx context.Context) error {
	next, err := client.NewStreamableHttpClient(c.endpoint)
	if err != nil {
		return err
	}
	if err := next.Start(ctx); err != nil {
		return err
	}
	var init mcp.InitializeRequest
	init.Params.ProtocolVersion = c.Version
	init.Params.ClientInfo = mcp.Implementation{Name: "unsafe", Version: "1.0.0"}
	if _, err := next.Initialize(ctx, init); err != nil {
		return errors.Join(err, next.Close())
	}
	c.Close()
	c.mcp = next
	return nil
}

// Close ends the connection.
func (c *Client) Close() {
	if c.mcp != nil {
		_ = c.mcp.Close() // the connection may be the very thing that broke
		c.mcp = nil
	}
}

// Book books a room and returns the id of the booking.
func (c *Client) Book(ctx context.Context, reference, room string) (string, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"reference": reference, "room": room}

	var lastErr error
	for attempt := 0; attempt < maxAttempts; attempt++ {
		if attempt > 0 {
			if err := c.Connect(ctx); err != nil {
				lastErr = err
				continue
			}
		}
		res, err := c.mcp.CallTool(ctx, req)
		if err == nil {
			return bookingID(res)
		}
		lastErr = err
		if !retryable(err) {
			break
		}
	}
	return "", fmt.Errorf("booking: %w", lastErr)
}

// retryable reports whether err is a failure of the transport. A transport
// also fails after the call was executed.
func retryable(err error) bool {
	var te *transport.Error
	return errors.As(err, &te) || errors.Is(err, transport.ErrSessionTerminated)
}

func bookingID(res *mcp.CallToolResult) (string, error) {
	if res.IsError {
		return "", errors.New("the tool reported an error")
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return "", err
	}
	var b struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(raw, &b); err != nil {
		return "", err
	}
	return b.ID, nil
}
