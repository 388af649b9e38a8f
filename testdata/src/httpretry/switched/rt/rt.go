// Package rt has a round tripper that sends again if it is told to.
package rt

import (
	"errors"
	"net/http"
)

// A Tripper sends requests with a token.
type Tripper struct {
	inner    http.RoundTripper
	token    string
	stubborn bool
}

// An Option configures a Tripper.
type Option func(*Tripper)

// Stubborn makes it send once more after an error.
func Stubborn() Option { return func(t *Tripper) { t.stubborn = true } }

// Token sets the token.
func Token(s string) Option { return func(t *Tripper) { t.token = s } }

// New makes a Tripper.
func New(inner http.RoundTripper, opts ...Option) (*Tripper, error) {
	if inner == nil {
		return nil, errors.New("nothing to send with")
	}
	t := &Tripper{inner: inner}
	for _, o := range opts {
		o(t)
	}
	return t, nil
}

func (t *Tripper) again(req *http.Request) *http.Request {
	r := req.Clone(req.Context())
	if req.GetBody != nil {
		r.Body, _ = req.GetBody()
	}
	r.Header.Set("Authorization", "Bearer "+t.token)
	return r
}

// RoundTrip sends a request.
func (t *Tripper) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.inner.RoundTrip(t.again(req))
	if t.stubborn {
		if err != nil {
			return t.inner.RoundTrip(t.again(req))
		}
	}
	return resp, err
}
