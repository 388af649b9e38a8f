// Package key repeats calls with a stable key. Without a contract nobody says
// that the server looks at it; -strict asks for one.
package key

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Minted has a key that was minted once.
func Minted(ctx context.Context, s *mcp.ClientSession, order string) (res *mcp.CallToolResult, err error) {
	args := map[string]any{"order": order, "idempotency_key": uuid.NewString()}
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: args}) // want `tools/call "place_order".*can run again`
		if err == nil {
			break
		}
	}
	return res, err
}

// Derived has a key that is made of the arguments, in a struct.
func Derived(ctx context.Context, s *mcp.ClientSession, order string) (*mcp.CallToolResult, error) {
	type input struct {
		Order          string `json:"order"`
		IdempotencyKey string `json:"idempotencyKey"`
	}
	sum := sha256.Sum256([]byte("place_order\x00" + order))
	p := &mcp.CallToolParams{Name: "place_order", Arguments: input{order, hex.EncodeToString(sum[:])}}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "place_order".*can run again`
	}
	return res, nil
}

// Given has a key that its caller minted, in _meta.
func Given(ctx context.Context, c *client.Client, order, operation string) (*mcpgo.CallToolResult, error) {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "place_order"
	req.Params.Arguments = map[string]any{"order": order}
	req.Params.Meta = &mcpgo.Meta{AdditionalFields: map[string]any{"idempotencyKey": operation}}
	res, err := c.CallTool(ctx, req)
	if err != nil {
		return c.CallTool(ctx, req) // want `tools/call "place_order".*can run again`
	}
	return res, nil
}

// payBill looks at its key.
//
//mcplint:dedupes key=idempotency_key window=72h "payment API, section Idempotency"
const payBill = "pay_bill"

// Contracted is safe under -strict too: there is a contract.
func Contracted(ctx context.Context, s *mcp.ClientSession, bill string) (res *mcp.CallToolResult, err error) {
	args := map[string]any{"bill": bill, "idempotency_key": uuid.NewString()}
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: payBill, Arguments: args})
		if err == nil {
			break
		}
	}
	return res, err
}
