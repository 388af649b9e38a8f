// Package use brings clients of one package under transports of another.
package use

import (
	"context"
	"net/http"
	"time"

	"cases/httpretry/across/httpx"
	"cases/httpretry/across/mcpx"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options is unsafe: the client of another package, in a field of a third.
func Options(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return mcpx.Connect(ctx, mcpx.Options{
		Endpoint:   endpoint,
		HTTPClient: httpx.NewResilient(4), // want `sends? a POST again .*StandardClient`
		Downloads:  httpx.NewResilient(4),
	})
}

// Plain is safe: the other constructor.
func Plain(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return mcpx.Connect(ctx, mcpx.Options{
		Endpoint:   endpoint,
		HTTPClient: httpx.NewPlain(time.Minute),
		Downloads:  httpx.NewResilient(4),
	})
}

// Dial is unsafe: a parameter.
func Dial(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return mcpx.Dial(ctx, endpoint, httpx.Default) // want `sends? a POST again`
}

// Functional is unsafe: a functional option.
func Functional(endpoint string) *mcpx.Client {
	return mcpx.New(endpoint, mcpx.WithHTTPClient(httpx.NewResilient(2))) // want `sends? a POST again`
}

// Wrapped is unsafe: a round tripper of another package.
func Wrapped(endpoint string) (*client.Client, error) {
	hc := &http.Client{Transport: &httpx.Again{Base: http.DefaultTransport}}
	return client.NewStreamableHttpClient(endpoint, transport.WithHTTPBasicClient(hc)) // want `sends? a POST again \(\(\*Again\)\.RoundTrip\).*httpx\.go`
}

// WrappedFunc is unsafe: by its constructor.
func WrappedFunc(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return mcpx.Dial(ctx, endpoint, &http.Client{Transport: httpx.WithAgain(http.DefaultTransport)}) // want `sends? a POST again`
}

// WrappedReads is safe: it repeats GET only.
func WrappedReads(endpoint string) (*client.Client, error) {
	hc := &http.Client{Transport: &httpx.ReadsAgain{Base: http.DefaultTransport}}
	return client.NewStreamableHttpClient(endpoint, transport.WithHTTPBasicClient(hc))
}

// Header is unsafe: the header is set in another package.
func Header(ctx context.Context, endpoint string, key func() string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: &httpx.Keyed{Base: http.DefaultTransport, Key: key}}
	return mcpx.Dial(ctx, endpoint, hc) // want `the header Idempotency-Key makes net/http`
}

// Probe is safe: the client never sees MCP.
func Probe(ctx context.Context, url string) error {
	return mcpx.Ping(ctx, url, httpx.NewResilient(3))
}
