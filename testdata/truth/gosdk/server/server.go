// Package server is a booking server on the official SDK's streamable HTTP
// handler, with an event store, so that its streams can be resumed.
package server

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"truth/booking"
)

type bookArgs struct {
	Reference string `json:"reference" jsonschema:"the caller's reference"`
	Room      string `json:"room" jsonschema:"the room to book"`
}

type findArgs struct {
	Reference string `json:"reference" jsonschema:"the caller's reference"`
}

type findResult struct {
	Found   bool            `json:"found"`
	Booking booking.Booking `json:"booking"`
}

// New returns the handler of a server that books in ledger. Only a stateless
// server speaks 2026-07-28.
func New(ledger *booking.Ledger, stateless bool) http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: "booking", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "book_room", Description: "Books a room."},
		func(_ context.Context, _ *mcp.CallToolRequest, in bookArgs) (*mcp.CallToolResult, booking.Booking, error) {
			return nil, ledger.Commit(in.Reference, in.Room), nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "find_booking", Description: "Finds a booking by reference."},
		func(_ context.Context, _ *mcp.CallToolRequest, in findArgs) (*mcp.CallToolResult, findResult, error) {
			b, ok := ledger.Find(in.Reference)
			return nil, findResult{Found: ok, Booking: b}, nil
		})
	return mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{Stateless: stateless, EventStore: mcp.NewMemoryEventStore(nil)},
	)
}
