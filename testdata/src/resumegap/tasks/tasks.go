// Package tasks keeps states that notifications keep fresh.
package tasks

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// A Board keeps the tasks that it has asked for.
type Board struct {
	c     *client.Client
	mu    sync.Mutex
	tasks map[string]mcp.Task
}

// Watch asks for a task once; notifications tell the rest.
func (b *Board) Watch(ctx context.Context, id string) error {
	var req mcp.GetTaskRequest
	req.Params.TaskId = id
	res, err := b.c.GetTask(ctx, req)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tasks[id] = res.Task
	return nil
}

// Status answers from the board.
func (b *Board) Status(id string) mcp.TaskStatus {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tasks[id].Status
}

// Check initializes again.
func (b *Board) Check(ctx context.Context) error {
	if err := b.c.Ping(ctx); err != nil {
		_, err = b.c.Initialize(ctx, mcp.InitializeRequest{}) // want `tasks \(from tasks/get\) goes on being used: .*; call tasks/get again after reconnecting`
		return err
	}
	return nil
}

// CheckAll asks for all tasks again.
func (b *Board) CheckAll(ctx context.Context, ids []string) error {
	if err := b.c.Ping(ctx); err != nil {
		if _, err = b.c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
			return err
		}
		for _, id := range ids {
			if err := b.Watch(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckAndForget empties the board.
func (b *Board) CheckAndForget(ctx context.Context) error {
	if err := b.c.Ping(ctx); err != nil {
		if _, err = b.c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
			return err
		}
		b.mu.Lock()
		clear(b.tasks)
		b.mu.Unlock()
	}
	return nil
}
