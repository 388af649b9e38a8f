// Package keyheader puts headers on MCP requests that make net/http send them
// again.
package keyheader

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// keyed adds a fresh key to every request.
type keyed struct{ base http.RoundTripper }

func (k keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	r := req.Clone(req.Context())
	r.Header.Set("Idempotency-Key", uuid.NewString()) // want `the header Idempotency-Key makes net/http send this POST again.*without an error.*leave the header out`
	return k.base.RoundTrip(r)
}

// Connect is unsafe.
func Connect(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: keyed{http.DefaultTransport}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// withHeaders sets a table of headers on every request.
type withHeaders struct {
	base    http.RoundTripper
	headers map[string]string
}

func (w *withHeaders) RoundTrip(req *http.Request) (*http.Response, error) {
	r := req.Clone(req.Context())
	for name, value := range w.headers {
		r.Header.Set(name, value) // want `the header X-Idempotency-Key makes net/http`
	}
	return w.base.RoundTrip(r)
}

// ConnectTable is unsafe: the table has the header.
func ConnectTable(ctx context.Context, c *mcp.Client, endpoint, tenant, key string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: &withHeaders{
		base:    http.DefaultTransport,
		headers: map[string]string{"X-Tenant": tenant, "X-Idempotency-Key": key},
	}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// DialHeaders is unsafe: the headers go on every request.
func DialHeaders(endpoint, token string) (*client.Client, error) {
	return client.NewStreamableHttpClient(endpoint, transport.WithHTTPHeaders(map[string]string{
		"Authorization":   "Bearer " + token,
		"Idempotency-Key": uuid.NewString(), // want `the header Idempotency-Key makes net/http`
	}))
}

type operationKey struct{}

func headersOf(ctx context.Context) map[string]string {
	key, _ := ctx.Value(operationKey{}).(string)
	if key == "" {
		return nil
	}
	return map[string]string{"idempotency-key": key} // want `the header idempotency-key makes net/http`
}

// DialFunc is unsafe: a function of the package.
func DialFunc(endpoint string) (*client.Client, error) {
	return client.NewStreamableHttpClient(endpoint, transport.WithHTTPHeaderFunc(headersOf))
}

// DialLiteral is unsafe: a function literal.
func DialLiteral(endpoint, key string) (*client.Client, error) {
	return client.NewSSEMCPClient(endpoint, client.WithHeaderFunc(func(context.Context) map[string]string {
		return map[string]string{"X-Idempotency-Key": key} // want `the header X-Idempotency-Key makes net/http`
	}))
}

// Book is unsafe: the header of one call.
func Book(ctx context.Context, c *client.Client, room, key string) (*mcpgo.CallToolResult, error) {
	var req mcpgo.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"room": room}
	req.Header = http.Header{}
	req.Header.Set("Idempotency-Key", key) // want `the header Idempotency-Key makes net/http`
	return c.CallTool(ctx, req)
}

// BookLiteral is unsafe: a header written out.
func BookLiteral(ctx context.Context, c *client.Client, room, key string) (*mcpgo.CallToolResult, error) {
	return c.CallTool(ctx, mcpgo.CallToolRequest{
		Header: http.Header{"Idempotency-Key": {key}}, // want `the header Idempotency-Key makes net/http`
		Params: mcpgo.CallToolParams{Name: "book_room", Arguments: map[string]any{"room": room}},
	})
}

// Desk is a hand-written client.
type Desk struct {
	hc       *http.Client
	endpoint string
	nextID   func() int64
}

// Call is unsafe: the request's body can be read again.
func (d *Desk) Call(ctx context.Context, tool string, args map[string]any, key string) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": d.nextID(), "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Idempotency-Key", key) // want `the header Idempotency-Key makes net/http`
	return d.hc.Do(req)
}
