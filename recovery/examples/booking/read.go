package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The tools of the hotel. Which of them have effects is said in the hotel's
// documentation.
const (
	toolBook = "book"
	//mcplint:read "the hotel's documentation, section Status"
	toolStatus = "booking_status"
	//mcplint:read "the hotel's documentation, section Lists"
	toolList = "list_bookings"
)

// read calls a tool that has no effect and decodes its structured result.
func (c *Client) read(ctx context.Context, tool string, args map[string]any, out any) error {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return err
	}
	if res.IsError {
		return errors.New(tool + " failed")
	}
	data, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, out)
}
