// Package unsafeclient recovers from a lost connection by reconnecting and
// calling the tool again. It books twice whenever the first call was executed
// and only its answer was lost.
package unsafeclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Client books rooms over MCP.
type Client struct {
	endpoint string
	session  *mcp.ClientSession
	// Version is the protocol version to ask for; empty means the newest.
	Version string
}

// New returns a client of the server at endpoint.
func New(endpoint string) *Client { return &Client{endpoint: endpoint} }

// Connect opens a session, in place of an earlier one.
func (c *Client) Connect(ctx context.Context) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "unsafe", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx,
		&mcp.StreamableClientTransport{Endpoint: c.endpoint, DisableStandaloneSSE: true},
		&mcp.ClientSessionOptions{ProtocolVersion: c.Version})
	if err != nil {
		return err
	}
	c.Close()
	c.session = session
	return nil
}

// Close ends the session.
func (c *Client) Close() {
	if c.session != nil {
		_ = c.session.Close() // the connection may be the very thing that broke
		c.session = nil
	}
}

// Book books a room and returns the id of the booking.
func (c *Client) Book(ctx context.Context, reference, room string) (string, error) {
	params := &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"reference": reference, "room": room},
	}
	res, err := c.session.CallTool(ctx, params)
	if err != nil && connectionLost(err) {
		if err := c.Connect(ctx); err != nil {
			return "", fmt.Errorf("reconnecting: %w", err)
		}
		res, err = c.session.CallTool(ctx, params)
	}
	if err != nil {
		return "", err
	}
	return bookingID(res)
}

// connectionLost reports whether err looks like a broken connection. All of
// these errors also follow a call that was executed.
func connectionLost(err error) bool {
	if errors.Is(err, mcp.ErrSessionMissing) || errors.Is(err, io.EOF) {
		return true
	}
	var rpc *jsonrpc.Error
	if errors.As(err, &rpc) && rpc.Code == -32005 { // "rejected by transport"
		return true
	}
	return strings.Contains(err.Error(), "request terminated without response")
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
