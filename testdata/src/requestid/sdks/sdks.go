// Package sdks fills the messages of the SDKs by itself.
package sdks

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Raw is a client on a transport of mcp-go.
type Raw struct {
	t    transport.Interface
	next atomic.Int64
}

// Open opens the session.
func (r *Raw) Open(ctx context.Context) error {
	_, err := r.t.SendRequest(ctx, transport.JSONRPCRequest{JSONRPC: "2.0", ID: mcpgo.NewRequestId(int64(1)), Method: "initialize"})
	return err
}

// Tools is unsafe: it can be called again.
func (r *Raw) Tools(ctx context.Context) (*transport.JSONRPCResponse, error) {
	return r.t.SendRequest(ctx, transport.JSONRPCRequest{
		JSONRPC: "2.0",
		ID:      mcpgo.NewRequestId(int64(2)), // want `tools/list requests have the constant JSON-RPC id 2 and can be sent twice in one session`
		Method:  "tools/list",
	})
}

// Prompts is safe: the ids are counted.
func (r *Raw) Prompts(ctx context.Context) (*transport.JSONRPCResponse, error) {
	return r.t.SendRequest(ctx, transport.JSONRPCRequest{
		JSONRPC: "2.0",
		ID:      mcpgo.NewRequestId(r.next.Add(1)),
		Method:  "prompts/list",
	})
}

// Again is unsafe: the message is built once.
func (r *Raw) Again(ctx context.Context) (resp *transport.JSONRPCResponse, err error) {
	msg := transport.JSONRPCRequest{JSONRPC: "2.0", ID: mcpgo.NewRequestId(r.next.Add(1)), Method: "resources/list"}
	for range 3 {
		if resp, err = r.t.SendRequest(ctx, msg); err == nil { // want `this resources/list request is sent again after a failure`
			return resp, nil
		}
	}
	return nil, err
}

// Anew is safe.
func (r *Raw) Anew(ctx context.Context) (resp *transport.JSONRPCResponse, err error) {
	for range 3 {
		msg := transport.JSONRPCRequest{JSONRPC: "2.0", ID: mcpgo.NewRequestId(r.next.Add(1)), Method: "resources/list"}
		if resp, err = r.t.SendRequest(ctx, msg); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Conn is a client on a connection of the official SDK.
type Conn struct {
	conn mcp.Connection
	next atomic.Int64
}

func number(n int64) jsonrpc.ID {
	id, err := jsonrpc.MakeID(float64(n))
	if err != nil {
		panic(err)
	}
	return id
}

// Resend is unsafe: the message is built once.
func (c *Conn) Resend(ctx context.Context, params json.RawMessage) (err error) {
	msg := &jsonrpc.Request{ID: number(c.next.Add(1)), Method: "tools/call", Params: params}
	for range 3 {
		if err = c.conn.Write(ctx, msg); err == nil { // want `this tools/call request is sent again after a failure`
			return nil
		}
	}
	return err
}

// ResendAnew is safe.
func (c *Conn) ResendAnew(ctx context.Context, params json.RawMessage) (err error) {
	for range 3 {
		msg := &jsonrpc.Request{ID: number(c.next.Add(1)), Method: "tools/call", Params: params}
		if err = c.conn.Write(ctx, msg); err == nil {
			return nil
		}
	}
	return err
}

// SDK is safe: the SDKs number their requests by themselves.
func SDK(ctx context.Context, s *mcp.ClientSession) (err error) {
	for range 3 {
		if _, err = s.ListTools(ctx, nil); err == nil {
			return nil
		}
	}
	return err
}
