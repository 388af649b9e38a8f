// Package hotel is the client of the hotel that its importers see.
package hotel

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Desk is what a hotel offers. Its implementation is elsewhere.
type Desk interface {
	// Menu returns the menu.
	//
	//mcplint:read "the menu is a file: kitchen handbook"
	Menu(ctx context.Context) (string, error)

	// Perform does what the hotel is asked for.
	//
	//mcplint:calls name=2 args=3
	Perform(ctx context.Context, who, what string, how map[string]any) (string, error)
}

// Lamp switches the lamp on. It is on if it was on.
//
//mcplint:read "lamps know no other state than on: house rules"
func Lamp(ctx context.Context, s *mcp.ClientSession) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "set_lamp", Arguments: map[string]any{"on": true}})
	return err
}

// Heat sets the heating.
func Heat(ctx context.Context, s *mcp.ClientSession) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "set_heating", Arguments: map[string]any{"delta": 1}})
	return err
}
