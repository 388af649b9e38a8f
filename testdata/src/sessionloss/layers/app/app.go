// Package app acts on what a wire of another package returns.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"cases/sessionloss/layers/wire"
)

type app struct{ wire *wire.Wire }

func (a *app) handshake(ctx context.Context) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize"})
	if err != nil {
		return err
	}
	_, err = a.wire.Post(ctx, body)
	return err
}

// again sends the same once more.
func (a *app) again(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.Post(ctx, body)
	if errors.Is(err, wire.ErrGone) {
		return a.wire.Post(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
	}
	return out, err
}

// forgotten ends the session first.
func (a *app) forgotten(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.PostAsked(ctx, body)
	if errors.Is(err, wire.ErrEnded) {
		a.wire.Forget()
		return a.wire.PostAsked(ctx, body)
	}
	return out, err
}

// shaken opens another session for any 404.
func (a *app) shaken(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.Post(ctx, body)
	if errors.Is(err, wire.ErrGone) {
		return nil, a.handshake(ctx) // want `any 404 is taken for the end of a session`
	}
	return out, err
}

// shakenAsked does so where there was a session.
func (a *app) shakenAsked(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.PostAsked(ctx, body)
	if errors.Is(err, wire.ErrEnded) {
		return nil, a.handshake(ctx)
	}
	return out, err
}

// predicate asks a function of the other package.
func (a *app) predicate(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.Try(ctx, body)
	if wire.IsGone(err) {
		time.Sleep(time.Second)
		return a.wire.Try(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
	}
	return out, err
}

// waiting asks another.
func (a *app) waiting(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.Try(ctx, body)
	if wire.IsBusy(err) {
		time.Sleep(time.Second)
		return a.wire.Try(ctx, body)
	}
	return out, err
}

// stubborn tries again after any error.
func (a *app) stubborn(ctx context.Context, body []byte) (out []byte, err error) {
	for range 5 {
		out, err = a.wire.Post(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
		if err == nil {
			return out, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// stubbornButNot gives up if the session is gone.
func (a *app) stubbornButNot(ctx context.Context, body []byte) (out []byte, err error) {
	for range 5 {
		out, err = a.wire.Post(ctx, body)
		if err == nil || errors.Is(err, wire.ErrGone) {
			return out, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// typed looks at the status in an error of the other package.
func (a *app) typed(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.Try(ctx, body)
	var status *wire.StatusError
	if errors.As(err, &status) && status.Code == http.StatusNotFound {
		return nil, a.handshake(ctx) // want `any 404 is taken for the end of a session`
	}
	return out, err
}

// typedOther looks for another.
func (a *app) typedOther(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.Try(ctx, body)
	var status *wire.StatusError
	if errors.As(err, &status) && status.Code == http.StatusUnauthorized {
		return nil, a.handshake(ctx)
	}
	return out, err
}

// typedText has what the server says, too.
func (a *app) typedText(ctx context.Context, body []byte) ([]byte, error) {
	out, err := a.wire.TryText(ctx, body)
	var text *wire.TextError
	if errors.As(err, &text) && text.Status == http.StatusNotFound && text.Text != "unknown method" {
		return nil, a.handshake(ctx)
	}
	return out, err
}

// thrice asks three times whatever comes, and looks at what comes.
func (a *app) thrice(ctx context.Context, body []byte) (seen []string) {
	for range 3 {
		out, err := a.wire.Post(ctx, body)
		if err != nil {
			seen = append(seen, err.Error())
		} else {
			for _, c := range out {
				if c != ' ' {
					seen = append(seen, string(c))
				}
			}
		}
		time.Sleep(time.Second)
	}
	return seen
}
