// Package mcpgo puts retrying HTTP clients under the transports of mcp-go.
package mcpgo

import (
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
)

// Config is the configuration of one server.
type Config struct {
	URL     string
	Headers map[string]string
	Retries int
}

// Dial is unsafe.
func Dial(cfg Config) (*client.Client, error) {
	rc := retryablehttp.NewClient()
	rc.RetryMax = cfg.Retries
	return client.NewStreamableHttpClient(cfg.URL,
		transport.WithHTTPHeaders(cfg.Headers),
		transport.WithHTTPBasicClient(rc.StandardClient()), // want `the HTTP client under this MCP transport sends a POST again`
	)
}

// DialOnce is safe.
func DialOnce(cfg Config) (*client.Client, error) {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 0
	return client.NewStreamableHttpClient(cfg.URL,
		transport.WithHTTPHeaders(cfg.Headers),
		transport.WithHTTPBasicClient(rc.StandardClient()),
	)
}

// DialSSE is unsafe: SSE posts its requests as well.
func DialSSE(cfg Config) (*client.Client, error) {
	rc := retryablehttp.NewClient()
	rc.HTTPClient.Timeout = time.Minute
	return client.NewSSEMCPClient(cfg.URL, transport.WithHTTPClient(rc.StandardClient())) // want `sends? a POST again`
}

// DialTransport is unsafe: the option is collected first.
func DialTransport(cfg Config) (*client.Client, error) {
	opts := []transport.StreamableHTTPCOption{transport.WithHTTPTimeout(time.Minute)}
	if cfg.Retries > 0 {
		hc := newRetrying(cfg.Retries)
		opts = append(opts, transport.WithHTTPBasicClient(hc)) // want `sends? a POST again`
	}
	tr, err := transport.NewStreamableHTTP(cfg.URL, opts...)
	if err != nil {
		return nil, err
	}
	return client.NewClient(tr), nil
}

func newRetrying(n int) *http.Client {
	rc := retryablehttp.NewClient()
	configure(rc, n)
	return rc.StandardClient()
}

func configure(rc *retryablehttp.Client, n int) {
	rc.RetryMax = n
	rc.RetryWaitMax = 5 * time.Second
	rc.Logger = nil
}

func newSingle() *http.Client {
	rc := retryablehttp.NewClient()
	configure(rc, 0)
	switchOff(rc)
	return rc.StandardClient()
}

func switchOff(rc *retryablehttp.Client) { rc.RetryMax = 0 }

// DialSingle is safe: a helper switches it off.
func DialSingle(cfg Config) (*client.Client, error) {
	return client.NewStreamableHttpClient(cfg.URL, transport.WithHTTPBasicClient(newSingle()))
}

// DialFailsafe is unsafe: a generic retry policy of responses.
func DialFailsafe(cfg Config) (*client.Client, error) {
	policy := retrypolicy.NewBuilder[*http.Response]().
		HandleIf(func(resp *http.Response, err error) bool { return err != nil || resp.StatusCode == 503 }).
		WithMaxRetries(cfg.Retries).
		Build()
	hc := &http.Client{Transport: failsafehttp.NewRoundTripper(nil, policy)}
	return client.NewStreamableHttpClient(cfg.URL, transport.WithHTTPBasicClient(hc)) // want `sends? a POST again`
}

// Pool keeps the HTTP client for all its connections.
type Pool struct {
	hc    *http.Client
	quick *http.Client
}

// NewPool makes one client that repeats and one that does not.
func NewPool(retries int) *Pool {
	rc := retryablehttp.NewClient()
	rc.RetryMax = retries
	return &Pool{hc: rc.StandardClient(), quick: &http.Client{Timeout: 5 * time.Second}}
}

// Dial is unsafe: the field holds the repeating client.
func (p *Pool) Dial(url string) (*client.Client, error) {
	return client.NewStreamableHttpClient(url, transport.WithHTTPBasicClient(p.hc)) // want `sends? a POST again`
}

// DialQuick is safe: the other field.
func (p *Pool) DialQuick(url string) (*client.Client, error) {
	return client.NewStreamableHttpClient(url, transport.WithHTTPBasicClient(p.quick))
}

var shared = retryablehttp.NewClient().StandardClient()

// DialShared is unsafe: a package-level variable.
func DialShared(url string) (*client.Client, error) {
	return client.NewStreamableHttpClient(url, transport.WithHTTPBasicClient(shared)) // want `sends? a POST again`
}

// Fetch is safe: the repeating client never reaches an MCP transport.
func (p *Pool) Fetch(url string) (*http.Response, error) {
	rc := retryablehttp.NewClient()
	return rc.StandardClient().Get(url)
}
