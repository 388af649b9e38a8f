// Package wire sends the messages of a client in another package.
package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
)

// HeaderSession is the header of the session id.
const HeaderSession = "Mcp-Session-Id"

// ErrGone tells of a 404, ErrEnded of one to a request in a session.
var (
	ErrGone  = errors.New("gone")
	ErrEnded = errors.New("the session has ended")
)

// A StatusError has the status of a response.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return http.StatusText(e.Code) }

// IsGone reports whether the server does not know what it was asked for.
func IsGone(err error) bool {
	var e *StatusError
	return errors.As(err, &e) && e.Code == http.StatusNotFound
}

// IsBusy reports whether the server asks to wait.
func IsBusy(err error) bool {
	var e *StatusError
	return errors.As(err, &e) && (e.Code == http.StatusTooManyRequests || e.Code == http.StatusServiceUnavailable)
}

// A Wire is a connection.
type Wire struct {
	Client *http.Client
	URL    string
	id     string
}

// Forget ends the session.
func (w *Wire) Forget() { w.id = "" }

// Begin takes the id of a session.
func (w *Wire) Begin(h http.Header) { w.id = h.Get(HeaderSession) }

func (w *Wire) roundTrip(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if w.id != "" {
		req.Header.Set(HeaderSession, w.id)
	}
	return w.Client.Do(req)
}

// Post sends a message. A 404 is ErrGone.
func (w *Wire) Post(ctx context.Context, body []byte) ([]byte, error) {
	resp, err := w.roundTrip(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return nil, ErrGone
	}
	return io.ReadAll(resp.Body)
}

// PostAsked sends a message. A 404 in a session is ErrEnded.
func (w *Wire) PostAsked(ctx context.Context, body []byte) ([]byte, error) {
	resp, err := w.roundTrip(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && w.id != "" {
		return nil, ErrEnded
	}
	return io.ReadAll(resp.Body)
}

// Try sends a message, and tells the status of failures.
func (w *Wire) Try(ctx context.Context, body []byte) ([]byte, error) {
	resp, err := w.roundTrip(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return nil, &StatusError{resp.StatusCode}
	}
	return io.ReadAll(resp.Body)
}

// A TextError has the status of a response, and what it says.
type TextError struct {
	Status int
	Text   string
}

func (e *TextError) Error() string { return e.Text }

// TryText sends a message, and tells what the server says of failures.
func (w *Wire) TryText(ctx context.Context, body []byte) ([]byte, error) {
	resp, err := w.roundTrip(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 300 {
		return nil, &TextError{resp.StatusCode, string(text)}
	}
	return text, nil
}
