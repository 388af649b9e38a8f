package testfiles

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var session *mcp.ClientSession

// bookFixed is safe: the server of a test is made for it.
func bookFixed(t *testing.T, room string) {
	_, err := session.CallTool(t.Context(), &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": "k-1"},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestConflict(t *testing.T) {
	bookFixed(t, "12")
	bookFixed(t, "13")
}

// TestAll is safe, too.
func TestAll(t *testing.T) {
	key := uuid.NewString()
	for _, room := range []string{"12", "13"} {
		if err := Book(context.Background(), session, room, key); err != nil {
			t.Fatal(err)
		}
	}
}
