package helpers

import (
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Shelf calls tools through a helper that is told what to call.
type Shelf struct{ session *mcp.ClientSession }

type caller func(ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error)

func (s *Shelf) once(ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error) {
	return s.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
}

// dialled makes the call again while the server is not there yet.
func (s *Shelf) dialled(f caller, ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error) {
	for {
		res, err := f(ctx, name, args)
		var op *net.OpError
		if errors.As(err, &op) && op.Op == "dial" {
			continue
		}
		return res, err
	}
}

// Call is safe: a dial that failed sent nothing.
func (s *Shelf) Call(ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error) {
	return s.dialled(s.once, ctx, name, args)
}

// Orders is safe: each is another one, and what fails is passed over.
func (s *Shelf) Orders(ctx context.Context, books []string) (done int) {
	for _, b := range books {
		_, err := s.Call(ctx, "order_book", map[string]any{"book": b})
		if err != nil {
			fmt.Println(b, err)
			continue
		}
		done++
		break
	}
	return done
}

// Both is safe: they are two tools.
func (s *Shelf) Both(ctx context.Context, book string) error {
	if _, err := s.Call(ctx, "order_book", map[string]any{"book": book}); err != nil {
		fmt.Println(err)
	}
	_, err := s.Call(ctx, "send_card", map[string]any{"about": book})
	return err
}

// Twice is unsafe: it is the same order.
func (s *Shelf) Twice(ctx context.Context, book string) error {
	_, err := s.Call(ctx, "order_book", map[string]any{"book": book})
	if err != nil {
		_, err = s.Call(ctx, "order_book", map[string]any{"book": book}) // want `tools/call "order_book" can run again`
	}
	return err
}

// with gives a session to what it is given.
func (s *Shelf) with(ctx context.Context, f func(session *mcp.ClientSession, book string) error, book string) error {
	return f(s.session, book)
}

// Each is safe: the literal is given another book each time.
func (s *Shelf) Each(ctx context.Context, books []string) {
	order := func(session *mcp.ClientSession, book string) error {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "order_book", Arguments: map[string]any{"book": book}})
		return err
	}
	for _, b := range books {
		if err := s.with(ctx, order, b); err == nil {
			return
		}
	}
}

// Insist is unsafe: the literal is given the same one.
func (s *Shelf) Insist(ctx context.Context, book string) {
	order := func(session *mcp.ClientSession, book string) error {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "order_book", Arguments: map[string]any{"book": book}})
		return err
	}
	for range 3 {
		if err := s.with(ctx, order, book); err == nil { // want `tools/call "order_book" can run again`
			return
		}
	}
}

// Lends is unsafe: what is handed over is the same literal, and it looks at
// nothing that it is given.
func (s *Shelf) Lends(ctx context.Context, book string, desks []string) {
	lend := func(session *mcp.ClientSession, desk string) error {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "lend_book", Arguments: map[string]any{"book": book}})
		return err
	}
	for _, d := range desks {
		if err := s.with(ctx, lend, d); err == nil { // want `tools/call "lend_book" can run again`
			return
		}
	}
}

// An Interpreter runs scripts that call tools.
type Interpreter interface {
	Run(ctx context.Context, script string, call func(name string, args map[string]any) error) error
}

func (s *Shelf) run(ctx context.Context, in Interpreter, script string) error {
	return in.Run(ctx, script, func(name string, args map[string]any) error {
		_, err := s.once(ctx, name, args)
		return err
	})
}

// Scripts is safe: each script says what is called.
func (s *Shelf) Scripts(ctx context.Context, in Interpreter) error {
	if err := s.run(ctx, in, "look around"); err != nil {
		fmt.Println(err)
	}
	return s.run(ctx, in, "order")
}

func (s *Shelf) runOrder(ctx context.Context, in Interpreter, book string) error {
	return in.Run(ctx, "order", func(string, map[string]any) error {
		_, err := s.once(ctx, "order_book", map[string]any{"book": book})
		return err
	})
}

// Orderly is unsafe: whatever the script says, it is the same order.
func (s *Shelf) Orderly(ctx context.Context, in Interpreter, book string) error {
	err := s.runOrder(ctx, in, book)
	if err != nil {
		err = s.runOrder(ctx, in, book) // want `tools/call "order_book" can run again`
	}
	return err
}
