// Package hinttrust defines an Analyzer that reports repetitions of tools/call
// which nothing but tool annotations permits.
//
// # Analyzer hinttrust
//
// hinttrust: report calls repeated on the word of tool annotations alone
//
// readOnlyHint, idempotentHint and destructiveHint are what a server says of
// its own tools. The specification calls them hints, not guaranteed to be a
// faithful description, and obliges clients to consider them untrusted unless
// the server is trusted. A client that repeats a call after an unknown outcome
// because an annotation permits it, and that has not decided whether it
// believes this server, hands the decision to the server: one wrong or hostile
// annotation, and a booking or a payment is made twice.
//
// destructiveHint does not even speak of repetition: a tool that only adds is
// not destructive, and adds twice. A destructiveHint that is not set means
// true, so that reading nil as "not destructive" turns the default around.
//
// Unsafe:
//
//	if err != nil && tool.Annotations != nil && tool.Annotations.IdempotentHint {
//		return session.CallTool(ctx, params)
//	}
//
// Safe:
//
//	if err != nil && cfg.TrustedServers[server.URL] && tool.Annotations.IdempotentHint {
//		return session.CallTool(ctx, params)
//	}
//
// It is silent where hints are shown, filter a list, ask for approval or deny
// something; where the client also decides about the server: an allow-list of
// servers or tools, a comparison with a configured server, a setting that says
// so; where client and server run in one process; where a contract
// (//mcplint:read) says that the tool has no effect; and for the servers that
// -trust-hints names. What also happens without the hint is retrywrite's
// finding.
//
// Class: D; N where the code turns the default of destructiveHint around, or
// itself calls the server untrusted. Sources:
// https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool,
// https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool,
// https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations.
package hinttrust
