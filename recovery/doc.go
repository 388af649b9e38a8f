// Package recovery has the procedures for a tools/call of the Model Context
// Protocol whose answer is lost: what is known about the call, whether a
// resumed stream continues the broken one, what may be done next, and a record
// that survives the process.
//
// The protocol delivers requests and answers. It does not say whether a call
// without an answer was executed, has no key that makes a repeat harmless and
// no query that tells what became of a call. Whoever repeats a call with
// consequences therefore needs evidence from elsewhere. This package keeps the
// evidence together and asks for it before it licenses a repeat.
//
// # Procedure
//
//  1. Before the call, [Begin] an operation in a [Journal] and make an
//     [Operation.Attempt].
//  2. Call the tool with the SDK, and classify what it returns:
//     gosdk.Classify for github.com/modelcontextprotocol/go-sdk,
//     mcpgo.Classify for github.com/mark3labs/mcp-go. Record the [Outcome]
//     with [Attempt.End].
//  3. If the outcome is [NotSent] or [Refused], the tool did not run, and the
//     operation may be attempted again. If it is [Answered] or [Done], there
//     is an answer.
//  4. If it is [Unknown], ask [Operation.Decide] what to do next, do it, and
//     ask again with what is known by then: resume the stream, begin a new
//     session, ask a status source, repeat with evidence, or hold.
//  5. After a restart, [Unfinished] has the operations that were under way.
//     An attempt without a recorded end is one whose outcome is unknown.
//
// [Decide] and [ValidateResumption] can be used without a journal.
//
// # Repeating
//
// A write is repeated on one of two grounds only: a definitive statement that
// the earlier attempts had no effect and will have none ([NoEffect]), or a
// complete [Contract] with the provider. That a connection broke, that a new
// one stands, that an era demands a new request, that something was not found:
// none of it is such a ground. The HTTP standard says so for all requests that
// are not known to be idempotent
// (https://www.rfc-editor.org/rfc/rfc9110.html#section-9.2.2), and every MCP
// request is a POST
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server).
//
// A repeat is a new request with a new JSON-RPC id
// (https://modelcontextprotocol.io/specification/2025-11-25/basic#requests,
// https://modelcontextprotocol.io/specification/2026-07-28/changelog#major-changes)
// and the same provider key. The two are kept apart: the id belongs to one
// message of one connection, the key to the operation.
//
// # Units and clocks
//
// Durations are of type [time.Duration]; in JSON they are nanoseconds. The
// retry field of a stream of server-sent events is in milliseconds
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server);
// multiply it by [time.Millisecond] for [Situation]. Times are of the wall
// clock, since they are compared across restarts; a clock that was set back
// makes a contract's window count as over.
//
// # Limits
//
// The package reads no event stream: the SDKs do, or use a maintained reader
// of server-sent events and fill in a [Resumption]. It has no dependencies
// outside the standard library.
package recovery
