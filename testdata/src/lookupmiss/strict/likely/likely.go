// Package likely holds repeats that only -strict reports.
package likely

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk has a tool whose name says that it reads, and one that makes a session.
type Desk struct{ session *mcp.ClientSession }

func (d *Desk) call(ctx context.Context, tool, id string) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"id": id}})
}

func (d *Desk) exists(ctx context.Context, id string) bool {
	res, err := d.call(ctx, "list_items", id)
	return err == nil && !res.IsError
}

// Read is reported: a name is no contract.
func (d *Desk) Read(ctx context.Context, id string) error {
	_, err := d.call(ctx, "get_number", id)
	if err != nil && !d.exists(ctx, id) {
		_, err = d.call(ctx, "get_number", id) // want `tools/call "get_number" can run again because of what`
	}
	return err
}

// Open is reported: it may be more than a container.
func (d *Desk) Open(ctx context.Context, id string) error {
	_, err := d.call(ctx, "create_session", id)
	if err != nil && !d.exists(ctx, id) {
		_, err = d.call(ctx, "create_session", id) // want `tools/call "create_session" can run again because of what`
	}
	return err
}

// fetch is read by contract.
//
//mcplint:read "the desk only looks it up: desk manual, page 3"
func (d *Desk) fetch(ctx context.Context, id string) error {
	_, err := d.call(ctx, "get_label", id)
	return err
}

// ReadByContract is safe.
func (d *Desk) ReadByContract(ctx context.Context, id string) error {
	err := d.fetch(ctx, id)
	if err != nil && !d.exists(ctx, id) {
		err = d.fetch(ctx, id)
	}
	return err
}
