// Package lostoutcome defines an Analyzer that reports unknown outcomes that
// are written down as failures, or undone.
//
// # Analyzer lostoutcome
//
// lostoutcome: report unknown outcomes of tools/call that are recorded as failures
//
// A tools/call that ends in a timeout, a lost connection or a cancelled
// context may have been executed. The error says that no answer was observed.
// A client that stores "failed", "rolled back" or "not executed" for it turns
// not knowing into a claim, and everything that reads the store believes it:
// the seat is sold again, the invoice is paid a second time, nobody looks for
// the booking that exists. A refund, a release or a re-queueing acts on the
// same claim.
//
// The analyzer follows the outcome of each consequential call to where it is
// kept: statements and records that reach a database, a file, a repository
// (methods that store, by name and signature) or workflow state, with a status
// such as failed, error, rejected, cancelled, rolled back or not executed; and
// calls that undo or hand out again what the call belongs to (refund, release,
// unlock, requeue, roll-back of a transaction that something was written in).
// It reports them where an outcome that is not known can lead there. Asking for
// cancellation proves nothing: the server may ignore it, or be done already.
//
// Unsafe:
//
//	if _, err := session.CallTool(ctx, params); err != nil {
//		order.Status = StatusFailed // the order may have been placed
//		return repo.Save(ctx, order)
//	}
//
// Safe:
//
//	if _, err := session.CallTool(ctx, params); err != nil {
//		order.Status = StatusUnknown // reconciled later
//		if refused(err) {            // -32602, a failed dial, …
//			order.Status = StatusFailed
//		}
//		return repo.Save(ctx, order)
//	}
//
// It is silent on what is returned, wrapped, logged, counted, published or told
// to the model or the user; on statuses that leave the matter open (unknown,
// pending, indeterminate, timeout, needs review); on errors that prove that the
// call was not executed or that the peer answered; on results that report an
// error; after a person confirmed it, after a definitive reconciliation
// (//mcplint:reconciles) and, by default, after a lookup; on tools that read;
// on calls that also follow success, which clean up, and on deferred
// roll-backs.
//
// Class D: no revision of the protocol says that an unanswered request was not
// executed. Grounds: a disconnect is not a cancellation, and a cancellation may
// be ignored
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server,
// https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#behavior-requirements,
// https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#behavior-requirements);
// after a timeout the sender stops waiting, and nothing more is known
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#timeouts).
package lostoutcome
