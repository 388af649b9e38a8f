// Package mcphelp manages MCP sessions for its importers. It calls no tool
// itself, so that the repeat is found where a call is handed over.
package mcphelp

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Manager owns one session and replaces it when it is lost.
type Manager struct {
	mu      sync.Mutex
	session *mcp.ClientSession
	Connect func(context.Context) (*mcp.ClientSession, error)
}

// Session returns the current session and connects if there is none.
func (m *Manager) Session(ctx context.Context) (*mcp.ClientSession, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.session != nil {
		return m.session, nil
	}
	s, err := m.Connect(ctx)
	if err != nil {
		return nil, err
	}
	m.session = s
	return s, nil
}

func (m *Manager) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.session = nil
}

// Reconnecting runs fn with the session, and once more with a new one if the
// old one was lost.
func Reconnecting[T any](ctx context.Context, m *Manager, fn func(context.Context, *mcp.ClientSession) (T, error)) (T, error) {
	var zero T
	s, err := m.Session(ctx)
	if err != nil {
		return zero, err
	}
	v, err := fn(ctx, s)
	if !lost(err) {
		return v, err
	}
	m.forget()
	if s, err = m.Session(ctx); err != nil {
		return zero, err
	}
	return fn(ctx, s)
}

// Using runs fn with the session, connecting before if need be. It runs fn
// once.
func Using[T any](ctx context.Context, m *Manager, fn func(context.Context, *mcp.ClientSession) (T, error)) (T, error) {
	s, err := m.Session(ctx)
	if err != nil {
		var zero T
		return zero, err
	}
	v, err := fn(ctx, s)
	if lost(err) {
		m.forget()
	}
	return v, err
}

func lost(err error) bool {
	return errors.Is(err, mcp.ErrSessionMissing) || errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed)
}
