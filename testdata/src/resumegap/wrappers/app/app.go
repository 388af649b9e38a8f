// Package app keeps what a wrapper in another package lists.
package app

import (
	"context"

	"cases/resumegap/wrappers/mcpx"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An App keeps the tools by name.
type App struct {
	conn  *mcpx.Conn
	tools map[string]*mcp.Tool
}

// Load lists.
func (a *App) Load(ctx context.Context) error {
	list, err := a.conn.Tools(ctx)
	if err != nil {
		return err
	}
	a.tools = make(map[string]*mcp.Tool)
	for _, t := range list {
		a.tools[t.Name] = t
	}
	return nil
}

// Has answers from what it has.
func (a *App) Has(name string) bool { return a.tools[name] != nil }

// Check dials again.
func (a *App) Check(ctx context.Context) error {
	if err := a.conn.Alive(ctx); err != nil {
		return a.conn.Redial(ctx) // want `the session is opened again and tools \(from tools/list\) goes on being used`
	}
	return nil
}

// CheckAndLoad lists, too.
func (a *App) CheckAndLoad(ctx context.Context) error {
	if err := a.conn.Alive(ctx); err != nil {
		if err := a.conn.Redial(ctx); err != nil {
			return err
		}
		return a.Load(ctx)
	}
	return nil
}

// Refresh is called by Supervise after each Restart.
func (a *App) Restart(ctx context.Context) error {
	if err := a.conn.Alive(ctx); err != nil {
		return a.conn.Redial(ctx)
	}
	return nil
}

// Supervise restarts and reads everything again.
func (a *App) Supervise(ctx context.Context) error {
	if err := a.Restart(ctx); err != nil {
		return err
	}
	return a.Load(ctx)
}
