// Package sharedkey defines an Analyzer that reports one key of an operation
// for different operations.
//
// # Analyzer sharedkey
//
// sharedkey: report one idempotency key for different payloads
//
// A server recognises a repetition by its key. Operations that differ but
// carry the same key are repetitions to it: it executes the first, and answers
// the others with the result of that, or with an error. The client believes
// that all of them were executed.
//
// The analyzer reports a key, in an argument, a _meta entry or a header of
// tools/call, that stays the same where the arguments differ:
//
//   - a key that is minted, or otherwise fixed, outside of a fan-out: a loop
//     that goes on after success, goroutines that a loop starts, a helper that
//     calls a function for each element;
//   - a key that a second call of the same tool is given, with other arguments,
//     after the first has succeeded;
//   - a minted key that each round of a fan-out gives to an API that
//     deduplicates (Stripe, the AWS SDKs, Temporal, Asynq, DBOS, Restate);
//   - a constant;
//   - an id that is minted once for the whole process, in a package-level
//     variable;
//   - the id of the session, which is one for all calls of a session, and
//     empty on stdio, with stateless servers and since 2026-07-28.
//
// Unsafe:
//
//	key := uuid.NewString()
//	for _, o := range orders {
//		args := map[string]any{"order": o.ID, "idempotency_key": key} // one of them is executed
//		…
//	}
//
// Safe:
//
//	for _, o := range orders {
//		args := map[string]any{"order": o.ID, "idempotency_key": batch + "/" + o.ID}
//		…
//	}
//
// It is silent if the key covers what differs (a hash of the arguments, the id
// of the element), if it is made anew for each element, if the loop ends with
// the first success and is thereby one operation that is tried again, if two
// calls in a row have the same arguments, or differ in a flag only, if each
// element goes to another server, on tools that only read, and in tests. Names
// that also group the steps of one operation (operation_id) do not count.
//
// Class: D, the code relies on a guarantee that the protocol does not give.
// Sources: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management,
// https://modelcontextprotocol.io/specification/2026-07-28/changelog#major-changes
// (no edition defines a key of an operation, nor its scope: that is between
// the application and the tool).
package sharedkey
