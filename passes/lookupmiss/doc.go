// Package lookupmiss defines an Analyzer that reports writes that are repeated
// because a lookup found nothing.
//
// # Analyzer lookupmiss
//
// lookupmiss: report tools/call repeated because a lookup found nothing
//
// After an attempt whose outcome is unknown, a client that asks the server
// whether the effect is there gets an answer about that moment. "Found" is
// proof. "Not found", an error and an empty list are not: the request may
// still be on its way or running, the lookup may read a replica or an index
// that is behind, the record may have expired, or belong to another account or
// session than the one that asks. The same call sent again on that ground can
// be the second one that is executed.
//
// The analyzer reports the place that makes the same call (same tool, same
// arguments) again after an attempt whose outcome is unknown, where only a
// decision on the result of a lookup leads there: another tools/call, or a
// function that is named and shaped like a lookup.
//
// Unsafe:
//
//	err := book(ctx, guest)
//	if err != nil {
//		if found, _ := findBooking(ctx, guest); !found {
//			err = book(ctx, guest) // may book twice
//		}
//	}
//
// Safe:
//
//	err := book(ctx, guest)
//	if err != nil {
//		if found, ferr := findBooking(ctx, guest); ferr == nil && found {
//			return nil
//		}
//		return &OutcomeUnknownError{Guest: guest, Err: err} // hold
//	}
//
// It is silent where the lookup leads to holding or to a person, where nothing
// was attempted before the lookup, where what is repeated creates a session, a
// handle or another container that holds nothing yet, and where a contract
// says what the lookup proves: //mcplint:noeffect "evidence" on a function
// whose true, or on a sentinel error whose match, proves that there was no
// effect, //mcplint:reconciles "evidence" on one whose answer is definitive.
// Repetitions that need no lookup to happen belong to retrywrite.
//
// Class D: the protocol does not say what a lookup must know. Grounds: a task
// that is not found may have been purged, or belong to another authorization
// context
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#protocol-errors,
// https://modelcontextprotocol.io/extensions/tasks/overview), and state that a
// tool keeps behind a handle can expire
// (https://modelcontextprotocol.io/specification/2026-07-28/server/tools#stateful-tools).
package lookupmiss
