// Package hotel is a small hotel behind an MCP server: three tools over a
// ledger. It records every booking it is asked for and does not recognise
// repeats, as most booking systems do not.
package hotel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The tools of the server.
const (
	ListRooms   = "list_rooms"
	BookRoom    = "book_room"
	FindBooking = "find_booking"
)

// A Booking is one committed booking.
type Booking struct {
	ID        string `json:"id"`
	Reference string `json:"reference"`
	Guest     string `json:"guest"`
	Room      string `json:"room"`
}

// A Hotel holds the rooms and the bookings.
type Hotel struct {
	rooms []string

	mu       sync.Mutex
	bookings []Booking
}

// New returns a hotel with the given rooms and no booking.
func New(rooms ...string) *Hotel { return &Hotel{rooms: rooms} }

// Bookings returns the bookings of a guest, in the order they were made.
func (h *Hotel) Bookings(guest string) []Booking {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []Booking
	for _, b := range h.bookings {
		if b.Guest == guest {
			out = append(out, b)
		}
	}
	return out
}

type roomsResult struct {
	Rooms []string `json:"rooms"`
}

type bookArgs struct {
	Reference string `json:"reference" jsonschema:"the caller's own reference, to find the booking by"`
	Guest     string `json:"guest"`
	Room      string `json:"room"`
}

type findArgs struct {
	Reference string `json:"reference"`
}

type findResult struct {
	Bookings []Booking `json:"bookings"`
}

func (h *Hotel) list(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, roomsResult, error) {
	return nil, roomsResult{Rooms: h.rooms}, nil
}

func (h *Hotel) book(_ context.Context, _ *mcp.CallToolRequest, in bookArgs) (*mcp.CallToolResult, Booking, error) {
	if !slices.Contains(h.rooms, in.Room) {
		return nil, Booking{}, fmt.Errorf("no room %q", in.Room)
	}
	if in.Guest == "" {
		return nil, Booking{}, errors.New("a booking needs a guest")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	b := Booking{
		ID:        fmt.Sprintf("B%03d", len(h.bookings)+1),
		Reference: in.Reference, Guest: in.Guest, Room: in.Room,
	}
	h.bookings = append(h.bookings, b)
	return nil, b, nil
}

func (h *Hotel) find(_ context.Context, _ *mcp.CallToolRequest, in findArgs) (*mcp.CallToolResult, findResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := findResult{Bookings: []Booking{}}
	for _, b := range h.bookings {
		if b.Reference == in.Reference {
			out.Bookings = append(out.Bookings, b)
		}
	}
	return nil, out, nil
}

// Handler returns the hotel's MCP endpoint.
func (h *Hotel) Handler() http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: ListRooms, Description: "Lists the rooms."}, h.list)
	mcp.AddTool(s, &mcp.Tool{Name: BookRoom, Description: "Books a room for a guest."}, h.book)
	mcp.AddTool(s, &mcp.Tool{Name: FindBooking, Description: "Finds bookings by reference."}, h.find)
	return mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{EventStore: mcp.NewMemoryEventStore(nil)},
	)
}
