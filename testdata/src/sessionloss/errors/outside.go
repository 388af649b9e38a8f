package errors

import (
	"context"
	"errors"
	"time"
)

// A renewer opens sessions, out of sight.
type renewer interface {
	Renew(ctx context.Context) error
}

type sleeper interface {
	Sleep(ctx context.Context, d time.Duration) error
}

type managed struct {
	client
	renewer renewer
	sleeper sleeper
	lost    func(context.Context) error
}

// renewed asks an interface for another session.
func (m *managed) renewed(ctx context.Context, body []byte) (out []byte, err error) {
	for range 3 {
		if out, err = m.send(ctx, body); !errors.Is(err, errGone) {
			return out, err
		}
		if err := m.renewer.Renew(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// told calls a func that others have set.
func (m *managed) told(ctx context.Context, body []byte) ([]byte, error) {
	out, err := m.send(ctx, body)
	if errors.Is(err, errGone) {
		if err := m.lost(ctx); err != nil {
			return nil, err
		}
		return m.send(ctx, body)
	}
	return out, err
}

// slept only waits.
func (m *managed) slept(ctx context.Context, body []byte) (out []byte, err error) {
	for range 3 {
		if out, err = m.send(ctx, body); !errors.Is(err, errGone) { // want `a request is sent again with the session id that a 404 has ended`
			return out, err
		}
		if err := m.sleeper.Sleep(ctx, time.Second); err != nil {
			return nil, err
		}
	}
	return nil, err
}
