// Package contract defines the analyzer that checks the //mcplint: directives
// themselves.
//
// # Analyzer contract
//
// contract: report directives that say nothing, or contradict each other
//
// A directive is a contract between a program and the servers it calls, and
// the other analyzers believe it. One that is misspelled, stands in the wrong
// place or lacks its evidence is not believed, and nobody would notice: the
// finding that it was to settle stays, or, worse, a write contract that was to
// forbid a repetition is not heard. So every comment that is meant as a
// directive has to be one.
//
// Reported are
//
//   - unknown verbs, and near misses such as "// mcplint:read",
//     "//MCPLINT:read" and "//mcplint: read", which Go's convention for
//     directives does not read as such;
//   - directives that stand on no declaration, or on one of the wrong kind;
//   - unknown, repeated, empty or malformed key=value words;
//   - read, dedupes, noeffect, reconciles and eventorder without their
//     evidence, and any directive with more than one;
//   - ignores without a reason, with the name of a rule that does not exist,
//     or that cover no code;
//   - a read contract that is lost because a write contract speaks of the
//     same tools (write wins), and two promises of deduplication by one key
//     that differ in their window or scope;
//   - calls of a tool with a dedupes contract that do not pass its key, or pass
//     one that is made of a JSON-RPC id, a session id or another identity of
//     the transport;
//   - repetitions of such a call whose key changes from attempt to attempt, or
//     that go on for longer than the contract's window, where constants say
//     so: loops that sleep, the schedules of back-off libraries, polls, and the
//     options of Temporal's activities;
//   - under -strict, read contracts on tools whose name begins with a plain
//     verb of writing.
//
// Whether a tool has no effect, or recognises a repetition, is for the server
// to say: an idempotency key has no meaning in the protocol itself, and what
// directives state is the server's own promise, with its place as evidence.
//
// Unsafe:
//
//	// mcplint:read "docs/tools.md#search"
//	const search = "search_flights" // the space makes it a comment like any other
//
// Safe:
//
//	//mcplint:read "docs/tools.md#search"
//	const search = "search_flights"
//
// It is silent on a write contract for one tool under a read contract for a
// pattern of tools, which is an exception and no contradiction, and on
// comments of other tools.
//
// Class: none. The directives are mcplint's own
// (https://github.com/mcprecovery/mcplint/blob/main/docs/directives.md), in
// Go's convention for directives (https://go.dev/doc/comment#directives).
package contract
