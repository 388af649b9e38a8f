// Package gosdk puts retrying HTTP clients under the transports of the
// official SDK.
package gosdk

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/http/cookiejar"
	"time"

	"github.com/PuerkitoBio/rehttp"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/ybbus/httpretry"
)

var impl = &mcp.Implementation{Name: "frontdesk", Version: "2.1.0"}

// Connect is unsafe: the client of go-retryablehttp repeats POST by default.
func Connect(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 3
	rc.Logger = nil
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: rc.StandardClient(), // want `the HTTP client under this MCP transport sends a POST again \(\(\*go-retryablehttp\.Client\)\.StandardClient\).*specification forbids.*RetryMax`
	}, nil)
}

// ConnectOff is safe: no retries.
func ConnectOff(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 0
	rc.Logger = nil
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: rc.StandardClient(),
	}, nil)
}

// ConnectRoundTripper is unsafe: the round tripper of the same library.
func ConnectRoundTripper(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Timeout: time.Minute}
	hc.Transport = &retryablehttp.RoundTripper{Client: retryablehttp.NewClient()}
	t := &mcp.StreamableClientTransport{Endpoint: endpoint}
	t.HTTPClient = hc // want `sends? a POST again`
	return mcp.NewClient(impl, nil).Connect(ctx, t, nil)
}

// ConnectLiteral is safe: the literal leaves RetryMax at 0.
func ConnectLiteral(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := &retryablehttp.Client{
		HTTPClient: &http.Client{Timeout: 30 * time.Second},
		CheckRetry: retryablehttp.DefaultRetryPolicy,
		Backoff:    retryablehttp.DefaultBackoff,
	}
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: rc.StandardClient()}, nil)
}

// ConnectLiteralOn is unsafe: the literal sets it.
func ConnectLiteralOn(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := &retryablehttp.Client{
		HTTPClient: &http.Client{Timeout: 30 * time.Second},
		RetryMax:   2,
		CheckRetry: retryablehttp.DefaultRetryPolicy,
		Backoff:    retryablehttp.DefaultBackoff,
	}
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: rc.StandardClient()}, nil) // want `sends? a POST again`
}

// ConnectSSE is unsafe: the older transport posts, too.
func ConnectSSE(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.RetryWaitMin = 200 * time.Millisecond
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.SSEClientTransport{
		Endpoint:   endpoint,
		HTTPClient: rc.StandardClient(), // want `sends? a POST again`
	}, nil)
}

type methodKey struct{}

// tagged puts the method where CheckRetry can see it without a response.
type tagged struct{ base http.RoundTripper }

func (t tagged) RoundTrip(req *http.Request) (*http.Response, error) {
	return t.base.RoundTrip(req.WithContext(context.WithValue(req.Context(), methodKey{}, req.Method)))
}

// ConnectNoPost is safe: the policy refuses POST.
func ConnectNoPost(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		if resp != nil && resp.Request.Method == http.MethodPost {
			return false, nil
		}
		if resp == nil {
			return false, err
		}
		return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
	}
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: rc.StandardClient()}, nil)
}

// ConnectThrottled is safe: only 429 is repeated, which refuses the request.
func ConnectThrottled(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.CheckRetry = func(_ context.Context, resp *http.Response, err error) (bool, error) {
		if err != nil {
			return false, err
		}
		return resp.StatusCode == http.StatusTooManyRequests, nil
	}
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: rc.StandardClient()}, nil)
}

// ConnectGateway is unsafe: 504 also follows an executed request.
func ConnectGateway(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.CheckRetry = func(_ context.Context, resp *http.Response, err error) (bool, error) {
		if err != nil {
			return false, err
		}
		return resp.StatusCode == http.StatusGatewayTimeout, nil
	}
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: rc.StandardClient()}, nil) // want `sends? a POST again`
}

// ConnectNever is safe: the policy never repeats.
func ConnectNever(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.CheckRetry = func(context.Context, *http.Response, error) (bool, error) { return false, nil }
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: rc.StandardClient()}, nil)
}

// ConnectFailsafe is unsafe: a retry policy.
func ConnectFailsafe(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	policy := failsafehttp.NewRetryPolicyBuilder().WithMaxRetries(2).WithBackoff(time.Second, 10*time.Second).Build()
	hc := &http.Client{Transport: failsafehttp.NewRoundTripper(http.DefaultTransport, policy)}
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: hc, // want `sends? a POST again`
	}, nil)
}

// ConnectHedged is unsafe: a hedge sends a second POST while the first runs.
func ConnectHedged(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	hedge := hedgepolicy.NewWithDelay[*http.Response](500 * time.Millisecond)
	hc := &http.Client{Transport: failsafehttp.NewRoundTripperWithExecutor(nil, failsafe.With(hedge))}
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil) // want `sends? a POST again`
}

// ConnectBreaker is safe: a circuit breaker sends once.
func ConnectBreaker(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	breaker := circuitbreaker.NewWithDefaults[*http.Response]()
	hc := &http.Client{Transport: failsafehttp.NewRoundTripper(http.DefaultTransport, breaker)}
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// ConnectRehttp is unsafe: temporary errors also follow an executed request.
func ConnectRehttp(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	tr := rehttp.NewTransport(nil,
		rehttp.RetryAll(rehttp.RetryMaxRetries(3), rehttp.RetryTemporaryErr()),
		rehttp.ExpJitterDelay(time.Second, 10*time.Second))
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: &http.Client{Transport: tr}, // want `sends? a POST again`
	}, nil)
}

// ConnectRehttpGet is safe: GET only.
func ConnectRehttpGet(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	tr := rehttp.NewTransport(nil,
		rehttp.RetryAll(rehttp.RetryMaxRetries(3), rehttp.RetryHTTPMethods("GET", "HEAD"), rehttp.RetryTemporaryErr()),
		rehttp.ExpJitterDelay(time.Second, 10*time.Second))
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: &http.Client{Transport: tr}}, nil)
}

// ConnectRehttpOwn is safe: the function looks at the method.
func ConnectRehttpOwn(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	tr := rehttp.NewTransport(nil, func(a rehttp.Attempt) bool {
		return a.Index < 3 && a.Request.Method == http.MethodGet
	}, rehttp.ConstDelay(time.Second))
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: &http.Client{Transport: tr}}, nil)
}

// ConnectYbbus is unsafe: five retries of any method.
func ConnectYbbus(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: httpretry.NewDefaultClient(), // want `sends? a POST again`
	}, nil)
}

// ConnectYbbusOff is safe.
func ConnectYbbusOff(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: httpretry.NewDefaultClient(httpretry.WithMaxRetryCount(0)),
	}, nil)
}

// ConnectYbbusCustom is unsafe: the policy lets 502 through.
func ConnectYbbusCustom(ctx context.Context, endpoint string, jar *cookiejar.Jar) (*mcp.ClientSession, error) {
	hc := httpretry.NewCustomClient(&http.Client{Jar: jar, Timeout: time.Minute},
		httpretry.WithMaxRetryCount(2),
		httpretry.WithRetryPolicy(func(statusCode int, err error) bool { return err != nil || statusCode >= 500 }))
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil) // want `sends? a POST again`
}

// ConnectPlain is safe.
func ConnectPlain(ctx context.Context, endpoint string, conf *tls.Config) (*mcp.ClientSession, error) {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.TLSClientConfig = conf
	return mcp.NewClient(impl, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: &http.Client{Transport: tr, Timeout: 2 * time.Minute},
		MaxRetries: 5, // covers the GET that resumes a stream
	}, nil)
}
