package recovery

import (
	"strconv"
	"time"
)

// An Effect is what a tool does to the world, by a contract with whoever runs
// it: documentation, configuration or code of one's own. A name or an
// annotation is no contract.
//
// https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool
// (clients must consider annotations untrusted unless the server is trusted).
type Effect uint8

const (
	// EffectUnstated: nothing is known. It counts as a write.
	EffectUnstated Effect = iota
	// EffectRead: the tool has no consequential effect.
	EffectRead
	// EffectWrite: the tool has one.
	EffectWrite

	numEffects = iota
)

var effectNames = [numEffects]string{"unstated", "read", "write"}

// String returns the name of the effect in lower case.
func (e Effect) String() string {
	if int(e) < len(effectNames) {
		return effectNames[e]
	}
	return "Effect(" + strconv.Itoa(int(e)) + ")"
}

// MarshalText encodes the effect as its name.
func (e Effect) MarshalText() ([]byte, error) { return marshalName(e, effectNames[:]) }

// UnmarshalText decodes a name written by MarshalText.
func (e *Effect) UnmarshalText(text []byte) error { return unmarshalName(e, effectNames[:], text) }

// A Reconciliation is what a status source said about the operation after its
// answer was lost: the provider's own records, found by the provider key or
// another identity of the operation. The protocol offers no such query.
type Reconciliation uint8

const (
	// NotAsked: no source has been asked yet.
	NotAsked Reconciliation = iota
	// Accepted: the effect is there.
	Accepted
	// NoEffect: the source is documented to be definitive, and says that the
	// earlier attempts had no effect and will have none, also if one of them
	// is still running.
	NoEffect
	// Missing: the source does not know the operation. That is not NoEffect:
	// the record may be late, purged, or not visible to this caller.
	//
	// https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#protocol-errors
	// (a task that cannot be found may have been purged).
	Missing
	// Ambiguous: the answer fits more than one state, or more than one
	// operation.
	Ambiguous
	// Inaccessible: there is no source, or it cannot be asked now.
	Inaccessible

	numReconciliations = iota
)

var reconciliationNames = [numReconciliations]string{
	"not asked", "accepted", "no effect", "missing", "ambiguous", "inaccessible",
}

// String returns the name of the reconciliation in lower case.
func (r Reconciliation) String() string {
	if int(r) < len(reconciliationNames) {
		return reconciliationNames[r]
	}
	return "Reconciliation(" + strconv.Itoa(int(r)) + ")"
}

// Definitive reports whether the question what became of the operation is
// answered.
func (r Reconciliation) Definitive() bool { return r == Accepted || r == NoEffect }

// MarshalText encodes the reconciliation as its name.
func (r Reconciliation) MarshalText() ([]byte, error) { return marshalName(r, reconciliationNames[:]) }

// UnmarshalText decodes a name written by MarshalText.
func (r *Reconciliation) UnmarshalText(text []byte) error {
	return unmarshalName(r, reconciliationNames[:], text)
}

// A Situation is what is known when the response to a tools/call is lost. The
// zero value knows nothing, and every field left out makes [Decide] more
// careful.
type Situation struct {
	// Era of the connection on which the call was made.
	Era Era
	// Effect of the tool, by contract.
	Effect Effect

	// Cursor is the id of the last event received on the stream that broke,
	// if the client has it and may still resume from it. Leave it empty once
	// resuming has failed, or if the SDK resumes streams by itself: then the
	// error it returned means that this is over.
	Cursor string
	// Retry is the reconnection time that the server last set with the retry
	// field of the stream; 0 if it set none.
	Retry time.Duration
	// ConnectionLost reports that the session or the connection is gone: 404
	// for its session id, a resumption that was refused or that failed
	// [ValidateResumption], a server process that ended.
	ConnectionLost bool

	// Reconciliation is what a status source said, if one was asked after the
	// answer was lost.
	Reconciliation Reconciliation
	// Contract is the provider's promise about repeats, if there is one.
	Contract Contract
	// Since is the time since the first attempt of the operation began, by a
	// clock that survives restarts; negative if it is not known.
	Since time.Duration
}
