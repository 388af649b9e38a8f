// Package freshkey defines an Analyzer that reports keys of operations which
// are made anew for every attempt.
//
// # Analyzer freshkey
//
// freshkey: report idempotency keys that are minted anew for every attempt
//
// A server recognises a repetition by the key that the first attempt carried.
// A key that is minted, counted or read from the clock inside of what is
// executed again is another one for every attempt, so that each attempt looks
// like an operation of its own: the key is there, and protects nothing.
//
// The analyzer looks at every tools/call that can run again after an attempt
// whose outcome may be unknown (see retrywrite) and reports the argument,
// _meta entry or header with the name of a key whose value the attempt makes
// for itself: a new uuid, ulid, xid and the like, a random number, the time,
// the number of the attempt. It follows the value through formatting, helpers
// and functions of other packages. So it does with keys that each attempt gives,
// on its way to the call, to an API that deduplicates: Stripe, the AWS SDKs,
// Temporal, Asynq, River, DBOS, Restate.
//
// Unsafe:
//
//	for range 3 {
//		args["idempotency_key"] = uuid.NewString() // three operations
//		res, err = session.CallTool(ctx, params)
//		…
//	}
//
// Safe:
//
//	args["idempotency_key"] = uuid.NewString() // one operation
//	for range 3 {
//		res, err = session.CallTool(ctx, params)
//		…
//	}
//
// The fix moves the mint in front of what is executed again.
//
// It is silent on what must differ between attempts: the JSON-RPC id, progress
// tokens, trace ids; on keys that are derived from the operation (a hash, a
// UUID of version 3 or 5); on keys that are minted only if there is none yet;
// on calls that are repeated only after outcomes that prove that nothing was
// executed, or after a person confirmed; and on tools that only read.
//
// Class: D, the code relies on a guarantee that the protocol does not give.
// Sources: https://modelcontextprotocol.io/specification/2026-07-28/changelog#major-changes
// (a request that is issued again has a new id: only a key of the application
// can say that the operation is the same).
package freshkey
