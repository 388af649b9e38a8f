// Package silent answers requests, as servers do, and tests a client.
package silent

import (
	"encoding/json"
	"net/http"
)

// Message is any message.
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
}

// Serve is safe: every answer has the id of its request.
func Serve(w http.ResponseWriter, r *http.Request) {
	dec := json.NewDecoder(r.Body)
	enc := json.NewEncoder(w)
	w.Header().Set("Mcp-Session-Id", "s-1")
	for {
		var msg Message
		if dec.Decode(&msg) != nil {
			return
		}
		switch msg.Method {
		case "initialize":
			_ = enc.Encode(Message{JSONRPC: "2.0", ID: msg.ID, Result: map[string]any{"protocolVersion": "2025-11-25"}})
		case "tools/call":
			_ = enc.Encode(Message{JSONRPC: "2.0", ID: msg.ID, Result: map[string]any{"content": []any{}}})
		default:
			_ = enc.Encode(map[string]any{"jsonrpc": "2.0", "id": 1, "error": map[string]any{"code": -32601}})
		}
	}
}

// Forward is safe: it passes requests on as they are.
func Forward(dst *json.Encoder, msgs <-chan Message) error {
	for msg := range msgs {
		if err := dst.Encode(Message{JSONRPC: "2.0", ID: msg.ID, Method: msg.Method, Params: msg.Params}); err != nil {
			return err
		}
	}
	return nil
}
