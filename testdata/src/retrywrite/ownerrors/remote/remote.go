// Package remote is a client with errors of its own.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ErrNotConnected is returned before anything is sent.
var ErrNotConnected = errors.New("remote: not connected")

// ErrLost wraps every failure of the connection.
var ErrLost = errors.New("remote: connection lost")

// ErrUnused is not returned by anything here.
var ErrUnused = errors.New("remote: unused")

// An EncodeError is returned when the arguments cannot be sent.
type EncodeError struct{ Err error }

func (e *EncodeError) Error() string { return "remote: encode: " + e.Err.Error() }

// A CallError is returned when a call failed.
type CallError struct {
	Tool string
	Err  error
}

func (e *CallError) Error() string { return "remote: " + e.Tool + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *CallError) Unwrap() error { return e.Err }

// Client is a session, or none yet.
type Client struct{ session *mcp.ClientSession }

// Attach sets the session.
func (c *Client) Attach(s *mcp.ClientSession) { c.session = s }

// Call calls a tool.
func (c *Client) Call(ctx context.Context, tool string, args any) (*mcp.CallToolResult, error) {
	if c.session == nil {
		return nil, ErrNotConnected
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return nil, &EncodeError{err}
	}
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(raw)})
	if errors.Is(err, mcp.ErrSessionMissing) || errors.Is(err, mcp.ErrConnectionClosed) {
		c.session = nil
		return nil, fmt.Errorf("%w: %v", ErrLost, err)
	}
	if err != nil {
		return nil, &CallError{tool, err}
	}
	return res, nil
}
