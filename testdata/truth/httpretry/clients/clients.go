// Package clients makes HTTP clients that repeat the requests of an MCP client
// below its sight, each with a twin that does not.
package clients

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func retrying() *retryablehttp.Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 2
	rc.RetryWaitMin = time.Millisecond
	rc.RetryWaitMax = time.Millisecond
	rc.Logger = nil
	rc.HTTPClient = &http.Client{Transport: plain()}
	return rc
}

// plain is a transport of its own, so that no test uses another's connections.
func plain() http.RoundTripper { return http.DefaultTransport.(*http.Transport).Clone() }

// Retrying repeats any request.
func Retrying() *http.Client { return retrying().StandardClient() }

// RefusingPOST repeats any request but POST: the fix that mcplint offers.
func RefusingPOST() *http.Client {
	rc := retrying()
	rc.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		var ue *url.Error
		if resp != nil && resp.Request.Method == http.MethodPost || errors.As(err, &ue) && ue.Op == "Post" {
			return false, nil
		}
		return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
	}
	return rc.StandardClient()
}

// Off has its retries switched off.
func Off() *http.Client {
	rc := retrying()
	rc.RetryMax = 0
	return rc.StandardClient()
}

// again calls the inner round tripper again.
type again struct{ base http.RoundTripper }

func (a again) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := a.base.RoundTrip(req)
	if err == nil && resp.StatusCode < http.StatusInternalServerError {
		return resp, nil
	}
	if resp != nil {
		resp.Body.Close()
	}
	second := req.Clone(req.Context())
	if req.GetBody != nil {
		if second.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
	return a.base.RoundTrip(second)
}

// Again repeats in a round tripper.
func Again() *http.Client { return &http.Client{Transport: again{plain()}} }

// onceForPOST leaves POST alone.
type onceForPOST struct{ reads, base http.RoundTripper }

func (o onceForPOST) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method == http.MethodPost {
		return o.base.RoundTrip(req)
	}
	return o.reads.RoundTrip(req)
}

// AgainForReads repeats in a round tripper that POST does not reach.
func AgainForReads() *http.Client {
	base := plain()
	return &http.Client{Transport: onceForPOST{again{base}, base}}
}

// keyed sets a header on every request.
type keyed struct {
	base   http.RoundTripper
	header string
	reread bool
}

func (k keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	r := req.Clone(req.Context())
	r.Header.Set(k.header, "booking-R1")
	if !k.reread {
		r.GetBody = nil
	}
	return k.base.RoundTrip(r)
}

// Keyed sets the header that makes net/http itself repeat a POST.
func Keyed() *http.Client {
	return &http.Client{Transport: keyed{plain(), "Idempotency-Key", true}}
}

// KeyedOnce sets it and takes from net/http what it would read the body again
// with.
func KeyedOnce() *http.Client {
	return &http.Client{Transport: keyed{plain(), "Idempotency-Key", false}}
}

// OtherHeader sets a header that means nothing to net/http.
func OtherHeader() *http.Client {
	return &http.Client{Transport: keyed{plain(), "X-Operation", true}}
}
