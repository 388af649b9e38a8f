// Package dial connects without the SDK's own rounds.
package dial

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Manual gives a session that answers no server by itself.
func Manual(ctx context.Context, t mcp.Transport) (*mcp.ClientSession, error) {
	return client().Connect(ctx, t, nil)
}

func client() *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "desk"}, &mcp.ClientOptions{MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}})
}
