// Package httpx makes HTTP clients and knows nothing of MCP.
package httpx

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// NewResilient returns a client that repeats what fails.
func NewResilient(retries int) *http.Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = retries
	rc.Logger = nil
	return rc.StandardClient()
}

// NewPlain returns a client that sends once.
func NewPlain(timeout time.Duration) *http.Client { return &http.Client{Timeout: timeout} }

// Default is the client of the house.
var Default = NewResilient(3)

// Again is a round tripper that sends twice.
type Again struct{ Base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (a *Again) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := a.Base.RoundTrip(req)
	if err != nil {
		if req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		resp, err = a.Base.RoundTrip(req)
	}
	return resp, err
}

// ReadsAgain is a round tripper that sends GET twice.
type ReadsAgain struct{ Base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (a *ReadsAgain) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := a.Base.RoundTrip(req)
	if err != nil && req.Method == http.MethodGet {
		return a.Base.RoundTrip(req)
	}
	return resp, err
}

// Keyed sets the header that net/http looks at.
type Keyed struct {
	Base http.RoundTripper
	Key  func() string
}

// RoundTrip implements http.RoundTripper.
func (k *Keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	r := req.Clone(req.Context())
	r.Header.Set("Idempotency-Key", k.Key())
	return k.Base.RoundTrip(r)
}

// WithAgain wraps a round tripper.
func WithAgain(base http.RoundTripper) http.RoundTripper { return &Again{Base: base} }
