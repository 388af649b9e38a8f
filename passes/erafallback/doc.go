// Package erafallback defines an Analyzer that reports wrong fall-backs from
// the 2026-07-28 edition to the handshake of earlier ones.
//
// # Analyzer erafallback
//
// erafallback: report fall-backs to initialize that the answer does not call for
//
// The codes -32020, -32021 and -32022 come only from a server that speaks the
// 2026-07-28 edition: the answer to them is a supported version or a corrected
// request, not initialize. An HTTP 400 may carry them, so its body decides. On
// stdio a fall-back MUST NOT be keyed to one code, as legacy servers answer an
// unknown method in many ways. And a tools/call is no probe: a legacy server
// may execute it.
//
// Unsafe:
//
//	if resp.StatusCode == http.StatusBadRequest {
//		return c.initialize(ctx)
//	}
//
// Safe:
//
//	if resp.StatusCode == http.StatusBadRequest && !modernError(resp.Body) {
//		return c.initialize(ctx)
//	}
//
// Codes and statuses are recognised in conditions of any form, in predicates
// and in errors that are made of them, in other packages, too.
//
// It is silent where the body is read, where a version is chosen from what the
// server supports, on server/discover, tools/list and ping as probes, and in
// clients of older editions only. The Connect of go-sdk and the Initialize of
// mcp-go find the era by themselves: only one that is pinned to an older
// version falls back.
//
// Class S; N for the stdio fall-back that one code decides:
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#backward-compatibility,
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#backward-compatibility.
package erafallback
