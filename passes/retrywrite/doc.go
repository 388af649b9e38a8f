// Package retrywrite defines an Analyzer that reports tools/call requests that
// can run again although an earlier attempt may have been executed.
//
// # Analyzer retrywrite
//
// retrywrite: report tools/call repeated after an attempt whose outcome may be unknown
//
// A tools/call that fails with a lost connection, a timeout or a gateway error
// may have been executed: the error says that no answer was observed, not that
// nothing happened. Sending the same call again is a new request, and a tool
// that books, pays or creates does so twice. The protocol gives no guarantee
// that would make the repetition safe: JSON-RPC ids, session ids and event ids
// are not idempotency keys.
//
// The analyzer reports the place that makes the same call (same tool, same
// arguments) again when an attempt whose outcome is unknown can lead there:
// a loop, a second call on the error path, with or without a reconnect
// between, recursion, a func handed to a helper or library that runs it again,
// a decorator or middleware, a fail-over to another server, a hedge, a job or
// workflow engine that re-runs the function by default.
//
// Unsafe:
//
//	res, err := session.CallTool(ctx, params)
//	if errors.Is(err, io.EOF) {
//		session = reconnect(ctx)
//		res, err = session.CallTool(ctx, params) // may book twice
//	}
//
// Safe:
//
//	res, err := session.CallTool(ctx, params)
//	if err != nil && !refused(err) {
//		return nil, &OutcomeUnknownError{Operation: op, Err: err}
//	}
//
// It is silent where the gate lets only errors through after which the call
// cannot have been executed (a refused connection, a code such as -32601, 401
// on that request), where the calls differ (another item, another page, the
// model's next turn), where the repetition also happens after success
// (polling), after a person confirmed it or a reconciliation by contract
// answered, for tools that a contract or a setting calls read, and by default
// for tools whose name has a plain verb of reading first, also where the name is
// computed and all that it can be is such a name.
//
// To say that repeating is safe, say why: //mcplint:read "evidence" on the
// tool's name, //mcplint:dedupes key=… "evidence" where the server recognises
// a repetition by a key that is passed and stable.
//
// The fix takes the repetition away where one edit does that and changes
// nothing else: the error is marked as permanent for the library that retries,
// its attempts are set to one, or the error is returned instead of calling
// again.
//
// Class D: no edition says that a request whose answer was lost was not
// executed. A disconnect is not a cancellation
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server),
// a cancellation may be ignored
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#behavior-requirements,
// https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#behavior-requirements),
// and after a timeout the sender stops waiting and knows nothing more
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#timeouts).
// That the 2026-07-28 edition wants a lost request to be issued again as a new
// one with a new id
// (https://modelcontextprotocol.io/specification/2026-07-28/changelog#major-changes)
// says how to repeat, and protects nothing from being done twice.
package retrywrite
