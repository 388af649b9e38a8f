// Package keyheadercontract states that its server deduplicates by the header.
package keyheadercontract

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// BookRoom is the tool that books.
//
//mcplint:dedupes key=header:Idempotency-Key window=24h "the hotel gateway stores the first answer per key, RFC 0042"
const BookRoom = "book_room"

type operationKey struct{}

// keyed adds the key of the operation.
type keyed struct{ base http.RoundTripper }

func (k keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	if key, ok := req.Context().Value(operationKey{}).(uuid.UUID); ok {
		req = req.Clone(req.Context())
		req.Header.Set("Idempotency-Key", key.String())
	}
	return k.base.RoundTrip(req)
}

// Connect is safe: the contract says so.
func Connect(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: keyed{http.DefaultTransport}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// Dial is safe.
func Dial(endpoint, key string) (*client.Client, error) {
	return client.NewStreamableHttpClient(endpoint, transport.WithHTTPHeaders(map[string]string{"Idempotency-Key": key}))
}
