// Package failover holds clients of several servers.
package failover

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Cluster is a set of equal servers.
type Cluster struct {
	sessions []*mcp.ClientSession
	primary  *mcp.ClientSession
	standby  *mcp.ClientSession
	next     atomic.Uint32
}

// Send is unsafe: the next server gets what the last one may have done.
func (c *Cluster) Send(ctx context.Context, to, text string) (*mcp.CallToolResult, error) {
	var errs []error
	for i, s := range c.sessions {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "send_sms".*can run again.*any error`
			Name:      "send_sms",
			Arguments: map[string]any{"to": to, "text": text},
		})
		if err != nil {
			errs = append(errs, fmt.Errorf("server %d: %w", i, err))
			continue
		}
		return res, nil
	}
	return nil, errors.Join(errs...)
}

// SendFirstReachable is safe: the next server is asked only if the last one
// could not be dialled.
func (c *Cluster) SendFirstReachable(ctx context.Context, to, text string) (*mcp.CallToolResult, error) {
	var errs []error
	for i, s := range c.sessions {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "send_sms",
			Arguments: map[string]any{"to": to, "text": text},
		})
		if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
			errs = append(errs, fmt.Errorf("server %d: %w", i, err))
			continue
		}
		return res, err
	}
	return nil, errors.Join(errs...)
}

// SendPinged is safe: the server is chosen by ping, and then called once.
func (c *Cluster) SendPinged(ctx context.Context, to, text string) (*mcp.CallToolResult, error) {
	for _, s := range c.sessions {
		if err := s.Ping(ctx, nil); err != nil {
			log.Printf("skipping a server: %v", err)
			continue
		}
		return s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "send_sms",
			Arguments: map[string]any{"to": to, "text": text},
		})
	}
	return nil, errors.New("no server answers")
}

// Broadcast is safe: every server is to do it, whatever the others said.
func (c *Cluster) Broadcast(ctx context.Context, text string) (failed int) {
	for _, s := range c.sessions {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_banner",
			Arguments: map[string]any{"text": text},
		}); err != nil {
			failed++
		}
	}
	return failed
}

// SendStandby is unsafe: the standby repeats the call of the primary.
func (c *Cluster) SendStandby(ctx context.Context, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := c.primary.CallTool(ctx, p)
	if err == nil {
		return res, nil
	}
	log.Printf("primary: %v; asking the standby", err)
	return c.standby.CallTool(ctx, p) // want `tools/call.*can run again`
}

// Mirror is safe: the second server gets the call after the first one has
// done it.
func (c *Cluster) Mirror(ctx context.Context, p *mcp.CallToolParams) error {
	if _, err := c.primary.CallTool(ctx, p); err != nil {
		return err
	}
	_, err := c.standby.CallTool(ctx, p)
	return err
}

// SendRoundRobin is unsafe: pick returns another server for each attempt.
func (c *Cluster) SendRoundRobin(ctx context.Context, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	pick := func() *mcp.ClientSession {
		return c.sessions[int(c.next.Add(1))%len(c.sessions)]
	}
	for range c.sessions {
		if res, err = pick().CallTool(ctx, p); err == nil { // want `tools/call.*can run again`
			return res, nil
		}
	}
	return nil, err
}

// Regions maps regions to clients of mcp-go.
type Regions map[string]*client.Client

// Order is unsafe: the regions are asked one after the other.
func (r Regions) Order(ctx context.Context, sku string, order []string) error {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "order_part"
	req.Params.Arguments = map[string]any{"sku": sku}
	var last error
	for _, region := range order {
		c, ok := r[region]
		if !ok {
			continue
		}
		if _, last = c.CallTool(ctx, req); last == nil { // want `tools/call "order_part".*can run again`
			return nil
		}
	}
	return fmt.Errorf("no region took the order: %w", last)
}

// OrderPerRegion is safe: the tool's name varies with the region.
func (r Regions) OrderPerRegion(ctx context.Context, sku string, order []string) error {
	var last error
	for _, region := range order {
		req := mcpgo.CallToolRequest{}
		req.Params.Name = "order_part_" + region
		req.Params.Arguments = map[string]any{"sku": sku}
		if _, last = r[region].CallTool(ctx, req); last == nil {
			return nil
		}
	}
	return last
}

// Providers is safe: the fallback is another tool of another provider.
func (c *Cluster) Providers(ctx context.Context, to, text string) error {
	args := map[string]any{"to": to, "text": text}
	_, err := c.primary.CallTool(ctx, &mcp.CallToolParams{Name: "send_sms", Arguments: args})
	if err != nil {
		_, err = c.standby.CallTool(ctx, &mcp.CallToolParams{Name: "send_email", Arguments: args})
	}
	return err
}
