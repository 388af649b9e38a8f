// Package use calls the tools of the hotel.
package use

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/retrywrite/contracts/hotel"
	"cases/retrywrite/contracts/tools"
)

// Guest talks to the hotel.
type Guest struct {
	session *mcp.ClientSession
	legacy  *mcpclient
	hotel   hotel.Desk
}

type mcpclient = client.Client

func (g *Guest) call(ctx context.Context, name string, args map[string]any) (res *mcp.CallToolResult, err error) {
	return g.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
}

// Availability is safe: the constant carries a contract.
func (g *Guest) Availability(ctx context.Context, day string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = g.call(ctx, tools.RoomAvailability, map[string]any{"day": day}); err == nil {
			break
		}
	}
	return res, err
}

// AvailabilityText is safe: the contract speaks of the value.
func (g *Guest) AvailabilityText(ctx context.Context, day string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = g.session.CallTool(ctx, &mcp.CallToolParams{Name: "room_availability", Arguments: map[string]any{"day": day}})
		if err == nil {
			break
		}
	}
	return res, err
}

// Quote is safe: the variable carries a contract.
func (g *Guest) Quote(ctx context.Context, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = g.session.CallTool(ctx, &mcp.CallToolParams{Name: tools.QuoteRate, Arguments: map[string]any{"room": room}})
		if err == nil {
			break
		}
	}
	return res, err
}

// Book is unsafe: this constant carries none.
func (g *Guest) Book(ctx context.Context, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = g.call(ctx, tools.BookRoom, map[string]any{"room": room}); err == nil { // want `tools/call "book_room".*can run again`
			break
		}
	}
	return res, err
}

// Hold is unsafe: the contract says that it writes, whatever its name says.
func (g *Guest) Hold(ctx context.Context, key string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = g.call(ctx, tools.GetAndHoldKey, map[string]any{"key": key}); err == nil { // want `tools/call "get_and_hold_key".*can run again`
			break
		}
	}
	return res, err
}

// Suite is safe: the key of the contract is passed, and stable.
func (g *Guest) Suite(ctx context.Context, suite string) (res *mcp.CallToolResult, err error) {
	args := map[string]any{"suite": suite, "operation_id": uuid.NewString()}
	for range 3 {
		res, err = g.session.CallTool(ctx, &mcp.CallToolParams{Name: tools.BookSuite, Arguments: args})
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return res, err
}

// SuiteWithout is unsafe: the key of the contract is not passed.
func (g *Guest) SuiteWithout(ctx context.Context, suite string) (res *mcp.CallToolResult, err error) {
	args := map[string]any{"suite": suite}
	for range 3 {
		res, err = g.session.CallTool(ctx, &mcp.CallToolParams{Name: tools.BookSuite, Arguments: args}) // want `tools/call "book_suite".*can run again`
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return res, err
}

// SuiteFresh is unsafe: the key is minted for each attempt.
func (g *Guest) SuiteFresh(ctx context.Context, suite string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		args := map[string]any{"suite": suite, "operation_id": uuid.NewString()}
		res, err = g.session.CallTool(ctx, &mcp.CallToolParams{Name: tools.BookSuite, Arguments: args}) // want `tools/call "book_suite".*can run again`
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return res, err
}

// Hall is safe: the key of the contract stands in _meta.
func (g *Guest) Hall(ctx context.Context, hall, operation string) (res *mcp.CallToolResult, err error) {
	p := &mcp.CallToolParams{
		Meta:      mcp.Meta{"hotel.example/key": operation},
		Name:      tools.BookHall,
		Arguments: map[string]any{"hall": hall},
	}
	if res, err = g.session.CallTool(ctx, p); err != nil {
		res, err = g.session.CallTool(ctx, p)
	}
	return res, err
}

// HallArgument is unsafe: the key stands in the arguments, where the contract
// does not look for it.
func (g *Guest) HallArgument(ctx context.Context, hall, operation string) (res *mcp.CallToolResult, err error) {
	p := &mcp.CallToolParams{
		Name:      tools.BookHall,
		Arguments: map[string]any{"hall": hall, "hotel.example/key": operation},
	}
	if res, err = g.session.CallTool(ctx, p); err != nil {
		res, err = g.session.CallTool(ctx, p) // want `tools/call "book_hall".*can run again`
	}
	return res, err
}

// Menu is safe: the interface method carries a contract.
func (g *Guest) Menu(ctx context.Context) (menu string, err error) {
	for range 3 {
		if menu, err = g.hotel.Menu(ctx); err == nil {
			return menu, nil
		}
	}
	return "", err
}

// Dine is unsafe: the method is a tools/call by its directive.
func (g *Guest) Dine(ctx context.Context, table string) (err error) {
	for range 3 {
		if _, err = g.hotel.Perform(ctx, "guest", "reserve_table", map[string]any{"table": table}); err == nil { // want `tools/call "reserve_table".*can run again`
			return nil
		}
	}
	return err
}

// DineOnce is safe: one call.
func (g *Guest) DineOnce(ctx context.Context, table string) error {
	_, err := g.hotel.Perform(ctx, "guest", "reserve_table", map[string]any{"table": table})
	return err
}

// Lamp is safe: the function carries a contract.
func (g *Guest) Lamp(ctx context.Context) error {
	if err := hotel.Lamp(ctx, g.session); err != nil {
		return hotel.Lamp(ctx, g.session)
	}
	return nil
}

// Heat is unsafe: the function carries none.
func (g *Guest) Heat(ctx context.Context) error {
	if err := hotel.Heat(ctx, g.session); err != nil {
		return hotel.Heat(ctx, g.session) // want `tools/call "set_heating".*can run again`
	}
	return nil
}

// Wake is safe: a line is suppressed, with a reason.
func (g *Guest) Wake(ctx context.Context, at string) (err error) {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "wake_guest"
	req.Params.Arguments = map[string]any{"at": at}
	for range 3 {
		//mcplint:ignore retrywrite waking a guest twice does no harm
		if _, err = g.legacy.CallTool(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

// WakeAll is safe: the whole function is suppressed, with a reason.
//
//mcplint:ignore retrywrite waking guests twice does no harm
func (g *Guest) WakeAll(ctx context.Context, at string) error {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "wake_guests"
	req.Params.Arguments = map[string]any{"at": at}
	_, err := g.legacy.CallTool(ctx, req)
	if err != nil {
		_, err = g.legacy.CallTool(ctx, req)
	}
	return err
}

// WakeSame is safe: the directive stands on the line itself.
func (g *Guest) WakeSame(ctx context.Context, at string) error {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "wake_guest"
	req.Params.Arguments = map[string]any{"at": at}
	_, err := g.legacy.CallTool(ctx, req)
	if err != nil {
		_, err = g.legacy.CallTool(ctx, req) //mcplint:ignore retrywrite waking a guest twice does no harm
	}
	if err != nil {
		return fmt.Errorf("wake at %s: %w", at, err)
	}
	return nil
}
