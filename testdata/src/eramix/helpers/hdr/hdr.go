// Package hdr sets headers for clients of any era.
package hdr

import "net/http"

// The names.
const (
	Cursor  = "Last-Event-ID"
	Session = "Mcp-Session-Id"
	Method  = "Mcp-Method"
	Version = "MCP-Protocol-Version"
)

// SetCursor presents a cursor.
func SetCursor(req *http.Request, id string) { req.Header.Set(Cursor, id) }

// WithMethod names the method.
func WithMethod(h http.Header, method string) { h.Set(Method, method) }

// InSession makes the headers of a session.
func InSession(id string) http.Header {
	h := http.Header{}
	h.Set(Session, id)
	return h
}
