package polling

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Ticket is what the tool answers.
type Ticket struct {
	ID    string `json:"id"`
	State string `json:"state"`
}

// decode fails for answers that are no ticket.
func decode(res *mcp.CallToolResult, out any) error {
	if res == nil {
		return errors.New("no answer")
	}
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok && strings.TrimSpace(t.Text) != "" {
			return json.Unmarshal([]byte(t.Text), out)
		}
	}
	return fmt.Errorf("%d contents, none of which has a text", len(res.Content))
}

// late: what the text says is not known of an error that decode makes.
func late(err error) bool {
	text := strings.ToLower(err.Error())
	return strings.Contains(text, "deadline exceeded") || strings.Contains(text, "i/o timeout")
}

// issued fails for a ticket that is not there yet.
func issued(res *mcp.CallToolResult) error {
	var t Ticket
	if raw, err := json.Marshal(res.StructuredContent); err != nil || json.Unmarshal(raw, &t) != nil {
		return errors.New("no ticket")
	}
	if t.State != "issued" {
		return fmt.Errorf("ticket %s is %s", t.ID, t.State)
	}
	return nil
}

func order(ctx context.Context, s *mcp.ClientSession, seat string) (*Ticket, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "order_ticket", Arguments: map[string]any{"seat": seat}})
	if err != nil {
		return nil, err
	}
	var t Ticket
	if err := decode(res, &t); err != nil {
		return nil, err
	}
	return &t, nil
}

// Order is unsafe: that an answer which cannot be read goes the same way does not
// make it polling.
func Order(ctx context.Context, s *mcp.ClientSession, seat string) (t *Ticket, err error) {
	for range 3 {
		t, err = order(ctx, s, seat) // want `tools/call "order_ticket" can run again: retried on context.DeadlineExceeded`
		if err == nil {
			return t, nil
		}
		if ctx.Err() != nil || !late(err) {
			return nil, err
		}
	}
	return nil, err
}

// Await is safe: the loop goes on until the answer is as wished.
func Await(ctx context.Context, s *mcp.ClientSession, id string) (err error) {
	for range 10 {
		res, cerr := s.CallTool(ctx, &mcp.CallToolParams{Name: "advance_ticket", Arguments: map[string]any{"id": id}})
		if cerr != nil {
			err = cerr
			continue
		}
		if err = issued(res); err == nil {
			return nil
		}
	}
	return err
}
