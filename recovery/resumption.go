package recovery

import (
	"errors"
	"fmt"
)

// A Resumption describes what a client presented and saw when it reopened a
// broken stream of the legacy era with a GET and Last-Event-ID. Whatever reads
// the server-sent events fills it in; this package reads none.
//
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
type Resumption struct {
	// SessionID is the Mcp-Session-Id under which the stream was opened and
	// the reconnecting GET was sent.
	SessionID string
	// Presented is the cursor that the GET carried: the id of the last event
	// received on this very stream. A cursor is good for its stream only.
	Presented string
	// Seen reports whether any event has arrived since the reconnect. A
	// non-empty First implies it.
	Seen bool
	// First is the id of the first event that arrived since the reconnect,
	// empty if that event had none.
	First string
	// Replayed reports that the server marked what follows as the replay of
	// everything after the presented cursor. No revision of the protocol
	// defines such a marker, so this is set only from one that this server
	// documents.
	Replayed bool
	// Successor reports whether the event with id next directly follows the
	// event with id prev on one stream. It is set only for a server that
	// documents the format of its ids; for every other server an id is opaque
	// and can be compared with nothing but itself. Mark the function with
	// //mcplint:eventorder and the place of that documentation.
	Successor func(prev, next string) bool
}

// ErrNoSession is returned by [ValidateResumption] if no session ties the
// reopened stream to the broken one: event ids are unique within a session.
//
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
var ErrNoSession = errors.New("recovery: stream resumed without a session id")

// A GapReason says why the continuity of a stream is not proven.
type GapReason string

const (
	// NoCursor: nothing was presented, so the server could not know where to
	// go on.
	NoCursor GapReason = "no cursor was presented"
	// NoEventID: the first event carries no id, so nothing places it.
	NoEventID GapReason = "the first event has no id"
	// SameEvent: the first event has the id that was presented. It is an
	// event seen before; it says nothing about what follows.
	SameEvent GapReason = "the first event repeats the presented cursor"
	// NotSuccessor: by the server's documented format, the first event does
	// not follow the presented one.
	NotSuccessor GapReason = "the first event does not follow the presented cursor"
	// OpaqueIDs: the ids differ, and nothing is known about their order.
	OpaqueIDs GapReason = "event ids are opaque and nothing marks a replay"
)

// A GapError says that events may have been lost between the cursor that was
// presented and the first event that was seen. State that notifications kept
// fresh must be derived again before it is used.
type GapError struct {
	SessionID string    // as in the Resumption
	Presented string    // the cursor that was presented, empty if none
	First     string    // the id of the first event seen, empty if it had none
	Reason    GapReason // why continuity is not proven
}

func (e *GapError) Error() string {
	return fmt.Sprintf("recovery: events may be lost: presented cursor %q, first event %q: %s",
		e.Presented, e.First, e.Reason)
}

// ValidateResumption returns nil if a reopened stream is known to continue the
// broken one, or if nothing has been replayed so far. A successful reconnect
// alone proves nothing: a server may replay, and may have dropped the events
// from its buffer.
//
// Call it when the first event has arrived; with Seen unset it only says that
// there is nothing to judge yet. The errors are [ErrNoSession] and *[GapError].
//
// Continuity is proven if the server documents the format of its ids and
// Successor says that the first event follows the presented one, or if the
// server marked the replay. If Successor denies it, the marker does not count.
// That the first event is the presented one proves nothing by itself.
func ValidateResumption(r Resumption) error {
	gap := func(why GapReason) error {
		return &GapError{SessionID: r.SessionID, Presented: r.Presented, First: r.First, Reason: why}
	}
	same := r.First != "" && r.First == r.Presented
	switch {
	case r.SessionID == "":
		return ErrNoSession
	case r.Presented == "":
		return gap(NoCursor)
	case !r.Seen && r.First == "":
		return nil
	case same && !r.Replayed:
		return gap(SameEvent)
	case r.Successor != nil && r.First != "" && !same:
		if r.Successor(r.Presented, r.First) {
			return nil
		}
		return gap(NotSuccessor)
	case r.Replayed:
		return nil
	case r.First == "":
		return gap(NoEventID)
	}
	return gap(OpaqueIDs)
}
