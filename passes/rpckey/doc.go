// Package rpckey defines an Analyzer that reports identities of the transport
// which are used as keys of operations.
//
// # Analyzer rpckey
//
// rpckey: report JSON-RPC, session, event and task ids used as idempotency keys
//
// A key of deduplication must be the same whenever the same operation is asked
// for again, and another one for every other operation. The ids of the protocol
// are not: a JSON-RPC id starts again with every connection and must differ in
// a request that is issued again; a session id changes with a reconnect and is
// empty on stdio, with stateless servers and since 2026-07-28; an event id is
// the cursor of one stream; a progress token is unique among the active
// requests only; requestState and task ids are made by the server and known
// only after the first answer. The protocol gives none of them a meaning
// beyond that, so that a server which deduplicates by one executes twice what
// was meant once, or once what was meant twice.
//
// The analyzer reports the place where such an id becomes a key: a tool's
// argument or _meta entry with the name of one (idempotency_key and its
// spellings anywhere, client_token, operation_id and the like in the arguments
// of a tool), a header, a field, a member of a JSON text, the key of a store
// that only deduplicates (by its name), the key parameter or field of an API
// (Stripe, the AWS SDKs, Temporal, Asynq, River, DBOS, Restate), the arguments of
// a job that its queue tells from others by them. It follows the id
// through formatting, hashes, fields, maps, contexts and functions of other
// packages.
//
// Unsafe:
//
//	args["idempotency_key"] = session.ID() // "" on stdio: one key for everything
//
// Safe:
//
//	op := operations.Begin(ctx, order) // mints and stores an id, once
//	args["idempotency_key"] = op.ID
//
// It is silent on maps that correlate answers with requests, on traces and
// logs, on the routing of progress, on caches of a session, on the comparison
// of replayed events within a stream, and on the polling of tasks. Names that
// mean tracing as often as keys (request_id) count only in the arguments of a
// call that is repeated.
//
// Class: D, the code relies on a guarantee that the protocol does not give.
// Sources: https://modelcontextprotocol.io/specification/2025-11-25/basic#requests,
// https://modelcontextprotocol.io/specification/2026-07-28/basic#requests,
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery,
// https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow.
package rpckey
