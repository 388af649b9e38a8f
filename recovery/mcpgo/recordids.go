package mcpgo

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mcprecovery/mcplint/recovery"
)

// RecordIDs returns a transport like t that writes the JSON-RPC id of every
// tools/call to the journal of the attempt that the call's context carries
// (see [recovery.Operation.Attempt]), before the request leaves the client. If
// the journal fails, the request is not sent, and [Classify] says so.
//
// It is for stdio, in-process and other transports. For HTTP, give the
// transport a client with [recovery.RecordIDs] instead, which hides nothing of
// the transport from functions like client.GetEndpoint:
//
//	transport.NewStreamableHTTP(url, transport.WithHTTPBasicClient(&http.Client{Transport: recovery.RecordIDs(nil)}))
//	transport.NewSSE(url, transport.WithHTTPClient(&http.Client{Transport: recovery.RecordIDs(nil)}))
func RecordIDs(t transport.Interface) transport.Interface {
	recording := recordingTransport{t}
	// The client asks the transport for more than the interface says.
	switch t := t.(type) {
	case *transport.Stdio:
		return recordingStdio{t}
	case *transport.CommandTransport:
		return recordingStdio{t.Stdio}
	case interface {
		transport.BidirectionalInterface
		SetProtocolVersion(string)
	}:
		return recordingBoth{recording, t, t}
	case transport.BidirectionalInterface:
		return recordingBidirectional{recording, t}
	case transport.HTTPConnection:
		return recordingHTTP{recording, t}
	}
	return recording
}

// The ways in which a transport is wrapped.
type (
	recordingStdio         struct{ *transport.Stdio }
	recordingTransport     struct{ transport.Interface }
	recordingBidirectional struct {
		recordingTransport
		requestHandler
	}
	recordingHTTP struct {
		recordingTransport
		versioned
	}
	recordingBoth struct {
		recordingTransport
		requestHandler
		versioned
	}
	requestHandler interface {
		SetRequestHandler(transport.RequestHandler)
	}
	versioned interface{ SetProtocolVersion(string) }
)

func (t recordingStdio) SendRequest(ctx context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	if err := record(ctx, r); err != nil {
		return nil, err
	}
	return t.Stdio.SendRequest(ctx, r)
}

func (t recordingTransport) SendRequest(ctx context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	if err := record(ctx, r); err != nil {
		return nil, err
	}
	return t.Interface.SendRequest(ctx, r)
}

// record writes the id of a tools/call to the journal.
func record(ctx context.Context, r transport.JSONRPCRequest) error {
	attempt := recovery.AttemptFrom(ctx)
	if attempt == nil || r.Method != "tools/call" {
		return nil
	}
	id, err := json.Marshal(r.ID)
	if err != nil {
		return err
	}
	return attempt.BeforeSend(ctx, string(id))
}
