// Package hdr sets the headers of a client in another package.
package hdr

import "net/http"

// InSession sets what all requests of a session have.
func InSession(req *http.Request, id, version string) {
	req.Header.Set("Mcp-Session-Id", id)
	req.Header.Set("MCP-Protocol-Version", version)
}

// From sets the cursor.
func From(req *http.Request, last string) { req.Header.Set("Last-Event-ID", last) }
