// Package httpretry_test executes what mcplint says about HTTP clients under an
// MCP transport: the flagged ones book twice although the tool was called
// once, and the client sees no error; their twins book once.
package httpretry_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"truth/booking"
	"truth/fault"
	gosdkserver "truth/gosdk/server"
	"truth/httpretry/clients"
	mcpgoserver "truth/mcpgo/server"
	"truth/world"
)

var arguments = map[string]any{"reference": "R1", "room": "sea view"}

// An sdk books one room, with one tools/call.
type sdk struct {
	name   string
	server func(*booking.Ledger, bool) http.Handler
	book   func(ctx context.Context, url, version string, hc *http.Client) error
}

var sdks = []sdk{
	{"go-sdk", gosdkserver.New, func(ctx context.Context, url, version string, hc *http.Client) error {
		session, err := mcp.NewClient(&mcp.Implementation{Name: "truth", Version: "1.0.0"}, nil).Connect(ctx,
			&mcp.StreamableClientTransport{Endpoint: url, HTTPClient: hc, DisableStandaloneSSE: true},
			&mcp.ClientSessionOptions{ProtocolVersion: version})
		if err != nil {
			return err
		}
		defer session.Close()
		if err := warm(ctx, url, hc); err != nil {
			return err
		}
		_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: arguments})
		return err
	}},
	{"mcp-go", mcpgoserver.New, func(ctx context.Context, url, version string, hc *http.Client) error {
		tr, err := transport.NewStreamableHTTP(url, transport.WithHTTPBasicClient(hc))
		if err != nil {
			return err
		}
		c := client.NewClient(tr, client.WithProtocolVersion(version))
		defer c.Close()
		if err := c.Start(ctx); err != nil {
			return err
		}
		init := mcpgo.InitializeRequest{}
		init.Params.ProtocolVersion = version
		init.Params.ClientInfo = mcpgo.Implementation{Name: "truth", Version: "1.0.0"}
		if _, err := c.Initialize(ctx, init); err != nil {
			return err
		}
		if err := warm(ctx, url, hc); err != nil {
			return err
		}
		_, err = c.CallTool(ctx, mcpgo.CallToolRequest{Params: mcpgo.CallToolParams{Name: "book_room", Arguments: arguments}})
		return err
	}},
}

// warm leaves a connection that has served a request, and is idle: net/http
// repeats a request on its own only if its connection had been used before.
func warm(ctx context.Context, url string, hc *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func TestBookings(t *testing.T) {
	reset, timeout := fault.Reset, fault.GatewayTimeout
	for _, tc := range []struct {
		name     string
		client   func() *http.Client
		drops    []fault.Drop
		bookings int
	}{
		{"go-retryablehttp", clients.Retrying, []fault.Drop{reset, timeout}, 2},
		{"go-retryablehttp refusing POST", clients.RefusingPOST, []fault.Drop{reset, timeout}, 1},
		{"go-retryablehttp switched off", clients.Off, []fault.Drop{reset, timeout}, 1},
		{"a round tripper that sends again", clients.Again, []fault.Drop{reset, timeout}, 2},
		{"a round tripper that sends reads again", clients.AgainForReads, []fault.Drop{reset, timeout}, 1},
		{"Idempotency-Key", clients.Keyed, []fault.Drop{reset}, 2},
		{"Idempotency-Key without GetBody", clients.KeyedOnce, []fault.Drop{reset}, 1},
		{"another header", clients.OtherHeader, []fault.Drop{reset}, 1},
	} {
		for _, sdk := range sdks {
			for _, drop := range tc.drops {
				for _, version := range []string{world.Legacy, world.Modern} {
					t.Run(tc.name+"/"+sdk.name+"/"+string(drop)+"/"+version, func(t *testing.T) {
						w := world.New(t, sdk.server, world.Case{Version: version, Drop: drop})
						err := sdk.book(world.Context(t), w.URL, version, tc.client())
						if twice := tc.bookings > 1; twice && err != nil {
							t.Errorf("the client noticed: %v", err)
						} else if !twice && err == nil {
							t.Error("the client did not notice that the answer was lost")
						}
						w.Check(t, tc.bookings)
					})
				}
			}
		}
	}
}
