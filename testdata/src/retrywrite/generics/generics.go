// Package generics holds generic helpers and clients.
package generics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Result is a value or an error.
type Result[T any] struct {
	Val T
	Err error
}

// attempt runs fn and keeps its outcome.
func attempt[T any](fn func() (T, error)) Result[T] {
	v, err := fn()
	return Result[T]{v, err}
}

// Mint is unsafe: the error is kept in a generic struct.
func Mint(ctx context.Context, s *mcp.ClientSession, owner string) Result[*mcp.CallToolResult] {
	mint := func() (*mcp.CallToolResult, error) {
		return s.CallTool(ctx, &mcp.CallToolParams{Name: "mint_token", Arguments: map[string]any{"owner": owner}})
	}
	r := attempt(mint)
	if r.Err != nil {
		r = attempt(mint) // want `tools/call "mint_token".*can run again`
	}
	return r
}

// MintOnce is safe: one attempt.
func MintOnce(ctx context.Context, s *mcp.ClientSession, owner string) Result[*mcp.CallToolResult] {
	return attempt(func() (*mcp.CallToolResult, error) {
		return s.CallTool(ctx, &mcp.CallToolParams{Name: "mint_token", Arguments: map[string]any{"owner": owner}})
	})
}

// Caller is a constraint.
type Caller interface {
	CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error)
}

// Burn is unsafe: the session's type is a type parameter.
func Burn[S Caller](ctx context.Context, s S, token string) (res *mcp.CallToolResult, err error) {
	p := &mcp.CallToolParams{Name: "burn_token", Arguments: map[string]any{"token": token}}
	for range 3 {
		if res, err = s.CallTool(ctx, p); !errors.Is(err, io.ErrUnexpectedEOF) { // want `tools/call "burn_token".*can run again.*ErrUnexpectedEOF`
			return res, err
		}
	}
	return nil, err
}

// BurnAll is safe: another token in every round.
func BurnAll[S Caller](ctx context.Context, s S, tokens ...string) error {
	for _, t := range tokens {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "burn_token", Arguments: map[string]any{"token": t}})
		if err != nil {
			return err
		}
	}
	return nil
}

// Typed calls one tool with typed arguments and results.
type Typed[In, Out any] struct {
	client *client.Client
	tool   string
}

// Call calls the tool once.
func (t *Typed[In, Out]) Call(ctx context.Context, in In) (out Out, err error) {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = t.tool
	req.Params.Arguments = in
	res, err := t.client.CallTool(ctx, req)
	if err != nil {
		return out, fmt.Errorf("%s: %w", t.tool, err)
	}
	data, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return out, err
	}
	err = json.Unmarshal(data, &out)
	return out, err
}

// Must is unsafe: it goes on until the call succeeds.
func (t *Typed[In, Out]) Must(ctx context.Context, in In) Out {
	for {
		out, err := t.Call(ctx, in) // want `tools/call.*can run again`
		if err == nil {
			return out
		}
	}
}

// Map is safe: another element in every round.
func (t *Typed[In, Out]) Map(ctx context.Context, ins []In) (outs []Out, err error) {
	for _, in := range ins {
		out, cerr := t.Call(ctx, in)
		err = errors.Join(err, cerr)
		outs = append(outs, out)
	}
	return outs, err
}

type transfer struct{ To string }
type proof struct{ Hash string }

// Move is unsafe: an instantiated method in a loop of the caller.
func Move(ctx context.Context, t *Typed[transfer, proof], to string) (p proof, err error) {
	in := transfer{To: to}
	for n := 0; n < 2; n++ {
		if p, err = t.Call(ctx, in); err == nil { // want `tools/call.*can run again`
			break
		}
	}
	return p, err
}

// Retried is unsafe: generic over the client that renew returns, with the
// SDK's type in its parameters.
func Retried[T any](ctx context.Context, params *mcp.CallToolParams, open func() (*mcp.ClientSession, error), decode func(*mcp.CallToolResult) (T, error)) (v T, err error) {
	for range 2 {
		s, oerr := open()
		if oerr != nil {
			return v, oerr
		}
		res, cerr := s.CallTool(ctx, params) // want `tools/call.*can run again`
		s.Close()
		if err = cerr; cerr != nil {
			continue
		}
		return decode(res)
	}
	return v, err
}

// Step is a constraint of funcs.
type Step[T any] interface{ ~func() (T, error) }

// insist calls a func whose type is a type parameter.
func insist[T any, F Step[T]](f F) (v T, err error) {
	for range 3 {
		if v, err = f(); err == nil {
			return v, nil
		}
	}
	return v, err
}

// once calls it once.
func once[T any, F Step[T]](f F) (v T, err error) { return f() }

// Seal is unsafe: what calls again is generic in the type of the func.
func Seal(ctx context.Context, s *mcp.ClientSession, token string) (*mcp.CallToolResult, error) {
	return insist(func() (*mcp.CallToolResult, error) { // want `tools/call "seal_token".*can run again: handed to insist`
		return s.CallTool(ctx, &mcp.CallToolParams{Name: "seal_token", Arguments: map[string]any{"token": token}})
	})
}

// SealOnce is safe: one attempt.
func SealOnce(ctx context.Context, s *mcp.ClientSession, token string) (*mcp.CallToolResult, error) {
	return once(func() (*mcp.CallToolResult, error) {
		return s.CallTool(ctx, &mcp.CallToolParams{Name: "seal_token", Arguments: map[string]any{"token": token}})
	})
}
