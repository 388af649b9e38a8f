// Package texts writes its requests out as text, to the pipe of a child.
package texts

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Client talks to a child process.
type Client struct {
	in   io.Writer
	out  *bufio.Scanner
	next int
}

// Open opens the session.
func (c *Client) Open() error {
	_, err := io.WriteString(c.in, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`+"\n")
	return err
}

// Tools is unsafe: it can be called again.
func (c *Client) Tools() error {
	_, err := fmt.Fprintln(c.in, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`) // want `tools/list requests have the constant JSON-RPC id 1 and can be sent twice in one session`
	return err
}

// Call is safe: the ids are counted.
func (c *Client) Call(name string) error {
	c.next++
	_, err := fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q}}`+"\n", c.next, name)
	return err
}

// CallFixed is unsafe: the id is written into the format.
func (c *Client) CallFixed(name string) error {
	_, err := fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":"call","method":"tools/call","params":{"name":%q}}`+"\n", name) // want `tools/call requests have the constant JSON-RPC id call and can be sent twice`
	return err
}

// Cancel is safe: it names the request that it cancels.
func (c *Client) Cancel(id int) error {
	_, err := fmt.Fprintf(c.in, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", id)
	return err
}

// Answer is safe: it has the id of the request.
func (c *Client) Answer(id json.RawMessage) error {
	_, err := fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", id)
	return err
}

// Encoded is unsafe: an encoder on the pipe, in a loop.
func Encoded(in io.Writer, names []string) error {
	enc := json.NewEncoder(in)
	for _, name := range names {
		msg := map[string]any{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": map[string]any{"name": name}}
		if err := enc.Encode(msg); err != nil { // want `this tools/call request is sent with the same JSON-RPC id in all rounds of a loop`
			return err
		}
	}
	return nil
}

// EncodedCounted is safe.
func EncodedCounted(in io.Writer, names []string) error {
	enc := json.NewEncoder(in)
	for i, name := range names {
		msg := map[string]any{"jsonrpc": "2.0", "id": i + 5, "method": "tools/call", "params": map[string]any{"name": name}}
		if err := enc.Encode(msg); err != nil {
			return err
		}
	}
	return nil
}
