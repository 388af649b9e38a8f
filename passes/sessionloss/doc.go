// Package sessionloss defines an Analyzer that reports wrong answers to the
// loss of a session.
//
// # Analyzer sessionloss
//
// sessionloss: report requests re-sent with a session that a 404 has ended
//
// A server may end a session at any time, and then answers 404 to requests
// with its id. A client MUST then start a new session, with an initialize
// request that has no session id. Sending the request again with the same id
// can only fail again. And a 404 means that only for a request that had a
// session id: without one it is a wrong address, or, since the 2026-07-28
// edition, a method that the server does not know, which the body says.
//
// Unsafe:
//
//	if resp.StatusCode == http.StatusNotFound {
//		return c.do(req) // the same Mcp-Session-Id
//	}
//
// Safe:
//
//	if resp.StatusCode == http.StatusNotFound && c.sessionID != "" {
//		c.sessionID = ""
//		if err := c.initialize(ctx); err != nil {
//			return err
//		}
//	}
//
// The 404 is recognised through errors that are made of it, predicates and
// callers, in other packages, too: a loop that sends again after any error
// sends again after a 404.
//
// It is silent where the session is opened again or its id dropped first,
// where the code looks whether there was a session id, where it reads the
// body first, and on answers to initialize and server/discover. The clients of
// go-sdk and mcp-go keep their session ids out of sight and do this by
// themselves; with them it is reported that a round tripper sends again, and
// that a new transport of mcp-go is given the old id.
//
// Class N for the request that is sent again, D for the 404 without a session:
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management,
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header.
package sessionloss
