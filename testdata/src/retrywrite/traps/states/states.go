// Package states holds variables of func type that are replaced by what the
// function in them returns.
package states

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stateFunc does one step and returns the next one, or nil.
type stateFunc func(context.Context) stateFunc

// Machine goes from step to step.
type Machine struct {
	session *mcp.ClientSession
	client  *mcp.Client
	t       mcp.Transport
	params  *mcp.CallToolParams
	state   stateFunc
	res     *mcp.CallToolResult
	err     error
}

func (m *Machine) connecting(ctx context.Context) stateFunc {
	m.session, m.err = m.client.Connect(ctx, m.t, nil)
	if m.err != nil {
		return nil
	}
	return m.calling
}

func (m *Machine) calling(ctx context.Context) stateFunc {
	m.res, m.err = m.session.CallTool(ctx, m.params)
	return nil
}

// Run is safe: calling is the last step. The field is assigned what the
// function in it returns.
func (m *Machine) Run(ctx context.Context) (*mcp.CallToolResult, error) {
	for m.state = m.connecting; m.state != nil; {
		m.state = m.state(ctx)
	}
	return m.res, m.err
}

// RunCaptured is safe: the same with a variable that a closure captures.
func (m *Machine) RunCaptured(ctx context.Context) (*mcp.CallToolResult, error) {
	step := stateFunc(m.connecting)
	advance := func() bool {
		step = step(ctx)
		return step != nil
	}
	for advance() {
	}
	return m.res, m.err
}

// wrapped is a variable that is replaced by what it returns.
var wrapped func(*mcp.ClientSession) func(context.Context) error

// Rewrap is safe: one call, through functions that return functions.
func Rewrap(ctx context.Context, s *mcp.ClientSession) error {
	chain := func(next func(context.Context) error) func(context.Context) error { return next }
	call := wrapped(s)
	call = chain(call)
	return call(ctx)
}
