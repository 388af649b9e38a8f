// Package server is a booking server on mcp-go's streamable HTTP server, with
// an event store, so that its streams can be resumed.
package server

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"truth/booking"
)

// New returns the handler of a server that books in ledger.
func New(ledger *booking.Ledger, stateless bool) http.Handler {
	s := mcpserver.NewMCPServer("booking", "1.0.0")
	s.AddTool(
		mcp.NewTool("book_room",
			mcp.WithDescription("Books a room."),
			mcp.WithString("reference", mcp.Required()),
			mcp.WithString("room", mcp.Required())),
		func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			b := ledger.Commit(req.GetString("reference", ""), req.GetString("room", ""))
			// mcp-go answers with a stream only if something precedes the
			// result, as a log message often does.
			if err := s.SendNotificationToClient(ctx, "notifications/message", map[string]any{
				"level": "info", "data": "booked",
			}); err != nil {
				return nil, err
			}
			return mcp.NewToolResultStructuredOnly(b), nil
		})
	s.AddTool(
		mcp.NewTool("find_booking",
			mcp.WithDescription("Finds a booking by reference."),
			mcp.WithString("reference", mcp.Required())),
		func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			b, ok := ledger.Find(req.GetString("reference", ""))
			return mcp.NewToolResultStructuredOnly(map[string]any{"found": ok, "booking": b}), nil
		})
	return mcpserver.NewStreamableHTTPServer(s, mcpserver.WithStateful(!stateless),
		mcpserver.WithEventStore(mcpserver.NewInMemoryEventStore()))
}
