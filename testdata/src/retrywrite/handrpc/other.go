package handrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// Pipe speaks to a child process.
type Pipe struct {
	cmd *exec.Cmd
	enc *json.Encoder
	dec *json.Decoder
	id  int64
}

func (p *Pipe) request(method string, params any) (json.RawMessage, error) {
	p.id++
	if err := p.enc.Encode(rpcRequest{JSONRPC: "2.0", ID: p.id, Method: method, Params: params}); err != nil {
		return nil, err
	}
	var out rpcResponse
	if err := p.dec.Decode(&out); err != nil {
		return nil, err
	}
	if out.Error != nil {
		return nil, out.Error
	}
	return out.Result, nil
}

func (p *Pipe) restart() error {
	cmd := exec.Command(p.cmd.Path, p.cmd.Args[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.cmd, p.enc, p.dec = cmd, json.NewEncoder(in), json.NewDecoder(out)
	return cmd.Start()
}

// CallTool is unsafe: the child may have died after the work.
func (p *Pipe) CallTool(name string, args any) (json.RawMessage, error) {
	params := map[string]any{"name": name, "arguments": args}
	res, err := p.request("tools/call", params)
	if errors.Is(err, io.EOF) {
		if err := p.restart(); err != nil {
			return nil, err
		}
		return p.request("tools/call", params) // want `tools/call.*can run again.*io\.EOF`
	}
	return res, err
}

// Tools is safe: tools/list may be repeated.
func (p *Pipe) Tools() (json.RawMessage, error) {
	res, err := p.request("tools/list", nil)
	if errors.Is(err, io.EOF) {
		if err := p.restart(); err != nil {
			return nil, err
		}
		return p.request("tools/list", nil)
	}
	return res, err
}

// SendAgain is unsafe: a request on the transport of mcp-go.
func SendAgain(ctx context.Context, t transport.Interface, room string) (*transport.JSONRPCResponse, error) {
	req := transport.JSONRPCRequest{
		JSONRPC: mcpgo.JSONRPC_VERSION,
		ID:      mcpgo.NewRequestId(int64(1)),
		Method:  string(mcpgo.MethodToolsCall),
		Params:  mcpgo.CallToolParams{Name: "clean_room", Arguments: map[string]any{"room": room}},
	}
	resp, err := t.SendRequest(ctx, req)
	if err != nil {
		req.ID = mcpgo.NewRequestId(int64(2))
		resp, err = t.SendRequest(ctx, req) // want `tools/call.*can run again`
	}
	return resp, err
}

// PingAgain is safe: another method on the same transport.
func PingAgain(ctx context.Context, t transport.Interface) (*transport.JSONRPCResponse, error) {
	req := transport.JSONRPCRequest{
		JSONRPC: mcpgo.JSONRPC_VERSION,
		ID:      mcpgo.NewRequestId(int64(1)),
		Method:  string(mcpgo.MethodPing),
	}
	resp, err := t.SendRequest(ctx, req)
	if err != nil {
		req.ID = mcpgo.NewRequestId(int64(2))
		resp, err = t.SendRequest(ctx, req)
	}
	return resp, err
}

// Broadcast is safe: JSON-RPC that has nothing to do with MCP.
func Broadcast(ctx context.Context, node, signed string) (last error) {
	body, err := json.Marshal(rpcRequest{JSONRPC: "2.0", ID: 1, Method: "eth_sendRawTransaction", Params: []string{signed}})
	if err != nil {
		return err
	}
	for range 3 {
		resp, err := http.Post(node, "application/json", bytes.NewReader(body))
		if err == nil {
			return resp.Body.Close()
		}
		last = err
	}
	return last
}

var counts = map[string]int{}

// Counted is safe: the method's name is the key of a counter; what is fetched
// again is a page.
func Counted(ctx context.Context, page string) (*http.Response, error) {
	for n := 0; ; n++ {
		counts["tools/call"]++
		resp, err := http.Get(page)
		if err == nil || n == 3 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}
