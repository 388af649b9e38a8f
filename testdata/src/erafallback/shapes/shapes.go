// Package shapes finds out the era in odd ways.
package shapes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const modern = "2026-07-28"

type code int

const (
	headerMismatch code = -32020 - iota
	missingCapability
	unsupportedVersion
)

type fault struct {
	Code code `json:"code"`
	Data json.RawMessage
}

func (f *fault) Error() string  { return "fault" }
func (f *fault) IsModern() bool { return f.Code == headerMismatch || f.Code == unsupportedVersion }
func (f *fault) Unwrap() error  { return nil }
func (f *fault) supports() []string {
	var d struct {
		Supported []string `json:"supported"`
	}
	_ = json.Unmarshal(f.Data, &d)
	return d.Supported
}

type wire struct {
	hc  *http.Client
	url string
	era func(context.Context) error
}

func (w *wire) exchange(ctx context.Context, method string) (status int, f *fault, err error) {
	body, err := json.Marshal(map[string]string{"jsonrpc": "2.0", "method": method})
	if err != nil {
		return 0, nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("MCP-Protocol-Version", modern)
	resp, err := w.hc.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil, err
	}
	var m struct{ Error *fault }
	_ = json.Unmarshal(text, &m)
	return resp.StatusCode, m.Error, nil
}

func (w *wire) initialize(ctx context.Context) error {
	_, _, err := w.exchange(ctx, "initialize")
	return err
}

// method asks a method of the error.
func (w *wire) method(ctx context.Context) error {
	_, f, err := w.exchange(ctx, "server/discover")
	if err != nil {
		return err
	}
	if f != nil && f.IsModern() {
		return w.initialize(ctx) // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return nil
}

// methodRight returns it.
func (w *wire) methodRight(ctx context.Context) error {
	_, f, err := w.exchange(ctx, "server/discover")
	if err != nil {
		return err
	}
	if f == nil || f.IsModern() {
		return f
	}
	return w.initialize(ctx)
}

// read has the body, whatever it says.
func (w *wire) read(ctx context.Context) error {
	status, f, err := w.exchange(ctx, "server/discover")
	if err != nil {
		return err
	}
	if status == http.StatusBadRequest && f == nil {
		return w.initialize(ctx)
	}
	return nil
}

// chosen looks at the versions.
func (w *wire) chosen(ctx context.Context) error {
	_, f, err := w.exchange(ctx, "server/discover")
	if err != nil {
		return err
	}
	if f != nil && f.Code == unsupportedVersion {
		for _, v := range f.supports() {
			if v < modern {
				return w.initialize(ctx)
			}
		}
	}
	return nil
}

// value is set to a method.
func (w *wire) value(ctx context.Context) error {
	w.era = w.initialize
	_, f, err := w.exchange(ctx, "server/discover")
	if err != nil || f == nil {
		return err
	}
	switch f.Code {
	case missingCapability:
		return w.era(ctx) // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return nil
}

// waited starts it in a goroutine.
func (w *wire) waited(ctx context.Context) error {
	_, f, err := w.exchange(ctx, "server/discover")
	if err != nil || f == nil {
		return err
	}
	done := make(chan error, 1)
	if f.Code == headerMismatch {
		go func() { done <- w.initialize(ctx) }() // want `initialize follows an error that only a 2026-07-28 server gives`
	} else {
		done <- f
	}
	select {
	case err := <-done:
		return err
	case <-time.After(time.Minute):
		return context.DeadlineExceeded
	}
}

// retried leaves the rest to a library.
func (w *wire) retried(ctx context.Context) error {
	return backoff.Retry(func() error {
		_, f, err := w.exchange(ctx, "server/discover")
		if err != nil {
			return err
		}
		if f != nil && f.Code == unsupportedVersion {
			return backoff.Permanent(w.initialize(ctx)) // want `initialize follows an error that only a 2026-07-28 server gives`
		}
		return nil
	}, backoff.NewExponentialBackOff())
}

type result[T any] struct {
	ok  T
	err error
}

func (r result[T]) code() code {
	var f *fault
	if errors.As(r.err, &f) {
		return f.Code
	}
	return 0
}

// generic takes the code out of a generic struct.
func (w *wire) generic(ctx context.Context) error {
	_, f, err := w.exchange(ctx, "server/discover")
	r := result[*fault]{f, err}
	if c := r.code(); c == headerMismatch || c == missingCapability || c == unsupportedVersion {
		return w.initialize(ctx) // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return r.err
}

// other is another code of the same range, which no edition gives a meaning.
func (w *wire) other(ctx context.Context) error {
	_, f, err := w.exchange(ctx, "server/discover")
	if err != nil {
		return err
	}
	if f != nil && f.Code != -32000 {
		return f
	}
	return w.initialize(ctx)
}
