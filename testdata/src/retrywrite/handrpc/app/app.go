// Package app calls tools over the JSON-RPC client of another package.
package app

import (
	"context"

	"cases/retrywrite/handrpc/rpc"
)

const toolsCall = "tools/call"

type answer struct {
	Content []struct{ Text string } `json:"content"`
	IsError bool                    `json:"isError"`
}

// Garden waters plants.
type Garden struct{ conn *rpc.Conn }

// Water is unsafe: Call repeats what it is handed, and this is a tools/call.
func (g *Garden) Water(ctx context.Context, plant string) (a answer, err error) {
	err = g.conn.Call(ctx, "tools/call", map[string]any{"name": "water_plant", "arguments": map[string]any{"plant": plant}}, &a) // want `tools/call.*can run again`
	return a, err
}

// WaterNamed is unsafe: the method is a constant of this package.
func (g *Garden) WaterNamed(ctx context.Context, params any) (a answer, err error) {
	err = g.conn.Call(ctx, toolsCall, params, &a) // want `tools/call.*can run again`
	return a, err
}

// WaterOnce is safe: Once sends it once.
func (g *Garden) WaterOnce(ctx context.Context, plant string) (a answer, err error) {
	err = g.conn.Once(ctx, "tools/call", map[string]any{"name": "water_plant", "arguments": map[string]any{"plant": plant}}, &a)
	return a, err
}

// Plants is safe: tools/list may be repeated.
func (g *Garden) Plants(ctx context.Context) (names []struct{ Name string }, err error) {
	err = g.conn.Call(ctx, "tools/list", nil, &names)
	return names, err
}
