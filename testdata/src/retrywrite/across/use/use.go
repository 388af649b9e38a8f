// Package use repeats calls that another package handed out as values.
package use

import (
	"context"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/retrywrite/across/wrap"
)

// Closure is unsafe: the closure was made in the other package.
func Closure(ctx context.Context, s *mcp.ClientSession, door string) (err error) {
	lock := wrap.Caller(s, "lock_door")
	for range 3 {
		if err = lock(ctx, map[string]any{"door": door}); err == nil { // want `tools/call.*can run again`
			return nil
		}
	}
	return err
}

// ClosureEach is safe: another door in every round.
func ClosureEach(ctx context.Context, s *mcp.ClientSession, doors []string) (errs []error) {
	lock := wrap.Caller(s, "lock_door")
	for _, d := range doors {
		if err := lock(ctx, map[string]any{"door": d}); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// Variable is unsafe: a package variable of the other package.
func Variable(ctx context.Context, s *mcp.ClientSession, event string) error {
	err := wrap.Emit(ctx, s, event)
	if errors.Is(err, io.EOF) {
		return wrap.Emit(ctx, s, event) // want `tools/call "emit_event".*can run again.*io\.EOF`
	}
	return err
}

// VariableOnce is safe: one call.
func VariableOnce(ctx context.Context, s *mcp.ClientSession, event string) error {
	return wrap.Emit(ctx, s, event)
}

// Field is unsafe: a func field that the other package fills.
func Field(ctx context.Context, h *wrap.Hooks, alarm string) error {
	err := h.Fire(ctx, alarm)
	if err != nil {
		err = h.Fire(ctx, alarm) // want `tools/call "fire_alarm".*can run again`
	}
	return err
}

// FieldOther is safe: another alarm.
func FieldOther(ctx context.Context, h *wrap.Hooks, alarm, louder string) error {
	err := h.Fire(ctx, alarm)
	if err != nil {
		err = h.Fire(ctx, louder)
	}
	return err
}

// Unexported is unsafe: a method of a type that has no name here.
func Unexported(ctx context.Context, s *mcp.ClientSession, zone string) error {
	x := wrap.Siren(s)
	for n := 0; ; n++ {
		err := x.Sound(ctx, zone) // want `tools/call "sound_siren".*can run again`
		if err == nil || n == 2 {
			return err
		}
	}
}

// Guard embeds the client of the other package and overrides its method.
type Guard struct {
	wrap.Base
	renew func(context.Context) (*mcp.ClientSession, error)
}

// Call is unsafe: it calls the overridden method twice.
func (g *Guard) Call(ctx context.Context, tool string, args any) (*mcp.CallToolResult, error) {
	res, err := g.Base.Call(ctx, tool, args)
	if !errors.Is(err, mcp.ErrSessionMissing) {
		return res, err
	}
	s, rerr := g.renew(ctx)
	if rerr != nil {
		return nil, errors.Join(err, rerr)
	}
	g.Session = s
	return g.Base.Call(ctx, tool, args) // want `tools/call.*can run again.*ErrSessionMissing`
}

// Watch embeds it too, and adds nothing to it.
type Watch struct{ wrap.Base }

// Promoted is unsafe: the promoted method in a loop.
func (w *Watch) Promoted(ctx context.Context, camera string) (res *mcp.CallToolResult, err error) {
	for range 2 {
		if res, err = w.Call(ctx, "turn_camera", map[string]any{"camera": camera}); err == nil { // want `tools/call "turn_camera".*can run again`
			break
		}
	}
	return res, err
}
