// Package requestid defines an Analyzer that reports JSON-RPC requests which
// are sent with an id that was used before.
//
// # Analyzer requestid
//
// requestid: report JSON-RPC requests that reuse an id
//
// The id is how the sides of a connection tell requests apart. Up to
// 2025-11-25 a client must not use one twice within a session; from 2026-07-28
// on it must not use one while a request with it is unanswered, and a request
// that is issued again, after a broken stream or with the input that the
// server asked for, must have another one. A server that keeps its answers by
// id may hand out the old one, drop the new request, or cancel the wrong one;
// a client takes a late answer to the first request for one to the second.
//
// The analyzer looks at requests that a program builds by hand and reports:
//
//   - a constant id in code that one session can reach twice: a helper that is
//     called for several requests, an exported method of a client, or two
//     requests of one client with the same constant;
//   - a request that is built once, and sent again after a failure;
//   - a loop that sends several requests with one id;
//   - a request that goes on after input_required with the id of the first.
//
// Unsafe:
//
//	body, err := json.Marshal(request{JSONRPC: "2.0", ID: c.nextID(), Method: method})
//	for range 3 {
//		resp, err = c.http.Post(c.url, "application/json", bytes.NewReader(body)) // the id is in body
//		…
//	}
//
// Safe:
//
//	for range 3 {
//		body, err := json.Marshal(request{JSONRPC: "2.0", ID: c.nextID(), Method: method})
//		…
//	}
//
// It is silent on answers and on notifications/cancelled, which repeat the id
// of a request; on requests of different sessions, or to different servers; on
// initialize, which begins a session; in tests; and, for requests that are
// answered one after the other, in code that only speaks 2026-07-28.
//
// Class: N. Sources:
// https://modelcontextprotocol.io/specification/2025-11-25/basic#requests,
// https://modelcontextprotocol.io/specification/2026-07-28/basic#requests,
// https://modelcontextprotocol.io/specification/2026-07-28/changelog#major-changes.
package requestid
