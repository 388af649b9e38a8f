// Package eramix defines an Analyzer that reports mechanisms of one era of
// the protocol in code that speaks the other.
//
// # Analyzer eramix
//
// eramix: report mechanisms of the wrong protocol era
//
// The 2026-07-28 edition has no sessions and no resumption: a server ignores
// Mcp-Session-Id and Last-Event-ID, answers GET and DELETE with 405, takes a
// closed stream for a cancellation, and answers 404 to a method that it does
// not know. Code that relies on them there resumes nothing and cancels
// nothing. Editions before it have no subscriptions/listen and no Mcp-Method.
//
// It is reported only in code that names editions of one era, compares none
// with what was negotiated, and has the handshake of no other.
//
// Unsafe, beside "2026-07-28":
//
//	req.Header.Set("Last-Event-ID", last)
//
// Safe:
//
//	if version < "2026-07-28" {
//		req.Header.Set("Last-Event-ID", last)
//	}
//
// It is silent on dual-era code and on proxies that hand headers on.
//
// Class D:
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#earlier-streamable-http-revisions.
package eramix
