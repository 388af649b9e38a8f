package gosdk

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// RecordIDs returns a transport like t that writes the JSON-RPC id of every
// tools/call to the journal of the attempt that the call's context carries
// (see [recovery.Operation.Attempt]), before the request leaves the client. If
// the journal fails, the request is not sent, [Classify] says so, and the
// session goes on.
//
// The streamable transport of the SDK is copied and its HTTP client, or
// http.DefaultClient, wrapped by [recovery.RecordIDs]; others are wrapped.
func RecordIDs(t mcp.Transport) mcp.Transport {
	streamable, ok := t.(*mcp.StreamableClientTransport)
	if !ok {
		return recordingTransport{t}
	}
	// Wrapping would hide from the SDK what this connection can do.
	recording, client := *streamable, http.DefaultClient
	if streamable.HTTPClient != nil {
		client = streamable.HTTPClient
	}
	recordingClient := *client
	recordingClient.Transport = recovery.RecordIDs(client.Transport)
	recording.HTTPClient = &recordingClient
	return &recording
}

type recordingTransport struct{ mcp.Transport }

func (t recordingTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return recordingConnection{c}, nil
}

type recordingConnection struct{ mcp.Connection }

func (c recordingConnection) Write(ctx context.Context, msg jsonrpc.Message) error {
	if err := record(ctx, msg); err != nil {
		// This code keeps the SDK from giving up the connection.
		return fmt.Errorf("%w: %w", &jsonrpc.Error{Code: codeRejected, Message: "rejected by transport"}, err)
	}
	return c.Connection.Write(ctx, msg)
}

// record writes the id of a tools/call to the journal.
func record(ctx context.Context, msg jsonrpc.Message) error {
	req, ok := msg.(*jsonrpc.Request)
	attempt := recovery.AttemptFrom(ctx)
	if !ok || attempt == nil || req.Method != "tools/call" || !req.IsCall() {
		return nil
	}
	id, err := json.Marshal(req.ID.Raw())
	if err != nil {
		return err
	}
	return attempt.BeforeSend(ctx, string(id))
}
