package recovery

import (
	"context"
	"errors"
	"iter"
	"time"
)

// A Journal is an append-only store of [Record]s. A client writes to it before
// it acts, so that a process that is killed between a call and its answer is
// followed by one that knows what had been asked of whom.
//
// This package has two: [NewMemoryJournal] for tests and [OpenFileJournal].
// Write another to keep the records where the rest of the application's state
// is kept.
type Journal interface {
	// Append adds r. When it returns nil, r survives a crash of the process,
	// and of the machine if the journal says so. When it returns an error, r
	// may have been added or not. An intent record is the first one of its
	// operation: if there are others, the error is ErrOperationExists.
	Append(ctx context.Context, r Record) error
	// Records yields the records of one operation in the order in which they
	// were appended, or those of all operations if the id is empty. It ends
	// after the first error.
	Records(ctx context.Context, operation string) iter.Seq2[Record, error]
}

// Errors of journals.
var (
	// ErrOperationExists: an operation id is used for one operation only.
	ErrOperationExists = errors.New("recovery: the journal has an operation with this id")
	// ErrNoOperation: the journal has no operation with the id.
	ErrNoOperation = errors.New("recovery: the journal has no operation with this id")
	// ErrJournalClosed: the journal was closed.
	ErrJournalClosed = errors.New("recovery: journal is closed")
)

// A RecordKind says what a [Record] records, and which of its fields are set.
type RecordKind string

const (
	// KindIntent begins an operation. Intent is set.
	KindIntent RecordKind = "intent"
	// KindAttempt is written before a tools/call. Attempt is set.
	KindAttempt RecordKind = "attempt"
	// KindRPC is written before a JSON-RPC request of the attempt is sent.
	// Attempt and RPCID are set.
	KindRPC RecordKind = "rpc"
	// KindOutcome ends an attempt. Attempt, Outcome and, for an error, Note
	// are set.
	KindOutcome RecordKind = "outcome"
	// KindReconciled is what a status source said. Reconciliation and Note,
	// which names the source, are set.
	KindReconciled RecordKind = "reconciled"
	// KindDecision is a decision about a lost response. Decision is set.
	KindDecision RecordKind = "decision"
	// KindSettled ends an operation. Note is set.
	KindSettled RecordKind = "settled"
)

// A Record is one entry of a [Journal]. It encodes as JSON.
type Record struct {
	// Time is when the record was made, by the wall clock, in UTC.
	Time time.Time `json:"time"`
	// Operation is the id of the operation, as in Intent.ID.
	Operation string     `json:"operation"`
	Kind      RecordKind `json:"kind"`

	Intent *Intent `json:"intent,omitempty"`
	// Attempt is the number of the attempt, from 1.
	Attempt int `json:"attempt,omitempty"`
	// RPCID is the JSON-RPC id in the form in which it is sent: 7 or "7".
	RPCID          string         `json:"rpcid,omitempty"`
	Outcome        Outcome        `json:"outcome,omitzero"`
	Reconciliation Reconciliation `json:"reconciliation,omitzero"`
	Decision       *Decision      `json:"decision,omitempty"`
	Note           string         `json:"note,omitempty"`
}

// An Intent is what is to be done, written down before the first attempt.
type Intent struct {
	// ID identifies the operation: one business action that somebody or
	// something has authorised, whatever number of attempts it takes. It is
	// minted once, outside of everything that is retried; see [NewID].
	ID string `json:"id"`
	// Purpose says what was authorised, in the application's words or by the
	// application's own key, such as an order number.
	Purpose string `json:"purpose,omitempty"`
	Target  Target `json:"target"`
	// Effect of the tool, by contract.
	Effect Effect `json:"effect"`
	// Digest of the arguments; [Begin] sets it. The arguments themselves are
	// not kept: they may be secret.
	Digest string `json:"digest"`
	// Key is the provider key that every attempt carries, empty if the
	// provider takes none. The JSON-RPC ids of the attempts, which change with
	// each, are kept with the attempts and are never the key.
	Key string `json:"key,omitempty"`
}

// A Target is the tool that is called.
type Target struct {
	// Server names the server in the application's words: its URL, the
	// command that runs it or a name in the configuration.
	Server string `json:"server"`
	Tool   string `json:"tool"`
}
