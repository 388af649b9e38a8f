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
// It is silent where the session is opened again or its id dropped first,
// where the code looks whether there was a session id, and where it reads the
// body first.
//
// Class N for the request that is sent again, D for the 404 without a session:
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management,
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header.
package sessionloss
