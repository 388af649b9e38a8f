// Package mcpgotypes tells the result types of mcp-go apart.
package mcpgotypes

import (
	"context"
	"errors"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
}

var errOpen = errors.New("the call is not finished")

// Settle is safe.
func Settle(ctx context.Context, orders Orders, order string, res *mcp.CallToolResult) error {
	switch res.ResultType {
	case "", mcp.ResultTypeComplete:
		return orders.SetStatus(ctx, order, "placed")
	case mcp.ResultTypeInputRequired:
		return errOpen
	}
	return errors.New("unknown result type " + string(res.ResultType))
}

// Both takes a question for an answer.
func Both(ctx context.Context, orders Orders, order string, res *mcp.CallToolResult) error {
	switch res.ResultType {
	case "", mcp.ResultTypeComplete, mcp.ResultTypeInputRequired: // want `a result of type input_required is taken for complete here`
		return orders.SetStatus(ctx, order, "placed")
	}
	return errOpen
}

// Task takes a promise for an answer.
func Task(ctx context.Context, orders Orders, order string, res *mcp.CallToolResult) error {
	if res.ResultType == mcp.ResultTypeComplete || res.ResultType == "task" { // want `a result of type task is taken for complete here`
		return orders.SetStatus(ctx, order, "placed")
	}
	return errOpen
}

// Only is safe.
func Only(ctx context.Context, orders Orders, order string, res *mcp.CallToolResult) error {
	if res.ResultType != "" && res.ResultType != mcp.ResultTypeComplete {
		return errOpen
	}
	return orders.SetStatus(ctx, order, "placed")
}

// Logged only says so.
func Logged(ctx context.Context, orders Orders, order string, res *mcp.CallToolResult) error {
	if res.ResultType == mcp.ResultTypeInputRequired {
		log.Printf("order %s: the server asks for input", order) // want `a result that asks for input is logged here and then taken for complete`
	}
	return orders.SetStatus(ctx, order, "placed")
}

// Status chooses by it, and is safe.
func Status(ctx context.Context, orders Orders, order string, res *mcp.CallToolResult) error {
	status := "placed"
	if res.ResultType == mcp.ResultTypeInputRequired {
		log.Printf("order %s: the server asks for input", order)
		status = "pending"
	}
	return orders.SetStatus(ctx, order, status)
}
