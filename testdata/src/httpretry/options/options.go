// Package options switches on what SDKs repeat by themselves, and hands out
// clients that carry no retries.
package options

import (
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/imroc/req/v3"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	trpc "trpc.group/trpc-go/trpc-mcp-go"
)

var info = trpc.Implementation{Name: "options", Version: "1.0.0"}

// Simple is unsafe: every request is sent up to three times.
func Simple(url string) (*trpc.Client, error) {
	return trpc.NewClient(url, info, trpc.WithSimpleRetry(2)) // want `WithSimpleRetry sends every request again.*specification forbids`
}

// SimpleOff is safe.
func SimpleOff(url string) (*trpc.Client, error) {
	return trpc.NewClient(url, info, trpc.WithSimpleRetry(0))
}

// Configured is unsafe.
func Configured(url string) (*trpc.Client, error) {
	return trpc.NewClient(url, info, trpc.WithRetry(trpc.RetryConfig{ // want `WithRetry sends every request again`
		MaxRetries:     3,
		InitialBackoff: 500 * time.Millisecond,
		BackoffFactor:  2,
		MaxBackoff:     8 * time.Second,
	}))
}

// ConfiguredOff is safe: no retries.
func ConfiguredOff(url string) (*trpc.Client, error) {
	return trpc.NewClient(url, info, trpc.WithRetry(trpc.RetryConfig{MaxRetries: 0, MaxBackoff: time.Second}))
}

// Plain is safe: no option.
func Plain(url string) (*trpc.Client, error) { return trpc.NewClient(url, info) }

// Resty is safe: its retries stay in resty, the client that it hands out has
// none.
func Resty(url string) (*client.Client, error) {
	r := resty.New().SetRetryCount(5)
	return client.NewStreamableHttpClient(url, transport.WithHTTPBasicClient(r.GetClient()))
}

// Req is safe for the same reason.
func Req(url string) (*client.Client, error) {
	r := req.C().SetCommonRetryCount(3)
	return client.NewStreamableHttpClient(url, transport.WithHTTPBasicClient(r.GetClient()))
}

// OAuth is safe: the repeating client fetches metadata and tokens only.
func OAuth(url string, metadata *http.Client) (*client.Client, error) {
	return client.NewOAuthStreamableHttpClient(url, client.OAuthConfig{
		ClientID:   "desk",
		HTTPClient: retryingGet(metadata),
		TokenStore: client.NewMemoryTokenStore(),
	})
}

type get struct{ base http.RoundTripper }

func (g get) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := g.base.RoundTrip(r)
	if err != nil {
		return g.base.RoundTrip(r)
	}
	return resp, err
}

func retryingGet(c *http.Client) *http.Client {
	return &http.Client{Transport: get{c.Transport}, Timeout: c.Timeout}
}
