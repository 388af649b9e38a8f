package helpers

import (
	"context"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A guarded client calls tools through a gate, if it has one, and again if that
// may help.
type guarded struct {
	session *mcp.ClientSession
	gate    chan struct{}
	most    int
	hopeful []string
}

func (g *guarded) mayHelp(err error) bool {
	for _, h := range g.hopeful {
		if strings.Contains(err.Error(), h) {
			return true
		}
	}
	return false
}

func (g *guarded) again(ctx context.Context, op func(context.Context) error) error {
	var last error
	for range g.most {
		if last = op(ctx); last == nil || !g.mayHelp(last) {
			return last
		}
		time.Sleep(time.Second)
	}
	return last
}

func (g *guarded) once(ctx context.Context, op func(context.Context) error) error {
	err := op(ctx)
	if err != nil {
		return err
	}
	return nil
}

// through runs the operation by one of two ways, and again on each.
func (g *guarded) through(ctx context.Context, op func(context.Context) error) error {
	if g.gate != nil {
		g.gate <- struct{}{}
		defer func() { <-g.gate }()
		return g.again(ctx, op) // want `tools/call "write_note" can run again`
	}
	return g.again(ctx, op)
}

// throughOnce has two ways, and runs it once.
func (g *guarded) throughOnce(ctx context.Context, op func(context.Context) error) error {
	if g.gate != nil {
		g.gate <- struct{}{}
		defer func() { <-g.gate }()
		return g.once(ctx, op)
	}
	return g.once(ctx, op)
}

func (g *guarded) write(ctx context.Context, text string) error {
	return g.through(ctx, func(ctx context.Context) error {
		_, err := g.session.CallTool(ctx, &mcp.CallToolParams{Name: "write_note", Arguments: map[string]any{"text": text}})
		return err
	})
}

func (g *guarded) writeOnce(ctx context.Context, text string) error {
	return g.throughOnce(ctx, func(ctx context.Context) error {
		_, err := g.session.CallTool(ctx, &mcp.CallToolParams{Name: "write_note", Arguments: map[string]any{"text": text}})
		return err
	})
}
