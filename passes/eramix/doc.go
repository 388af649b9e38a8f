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
// It is reported in code that names editions of one era, compares none with
// what was negotiated, and has the handshake of no other; and in the branch of
// a test of the version that speaks the other era.
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
// It is silent on dual-era code, where a flag or a mode decides, and on proxies
// that hand headers on. go-sdk and mcp-go speak both eras and find out which.
//
// Class D:
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#earlier-streamable-http-revisions.
package eramix
