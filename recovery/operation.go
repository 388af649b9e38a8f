package recovery

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// NewID returns a new identity for an operation or a provider key: a random
// text of 26 letters and digits. Mint it once per operation, outside of
// everything that is retried, and keep it in the [Intent].
func NewID() string { return rand.Text() }

// An Operation is one business action and everything that was done about it,
// as far as the [Journal] knows. Every method that changes it writes to the
// journal first. Its methods may be called concurrently; two Operation values
// for the same id must not be used at a time.
type Operation struct {
	journal Journal
	now     func() time.Time

	mu       sync.Mutex
	intent   Intent
	attempts []AttemptRecord
	found    Reconciliation // since the last attempt
	licence  *licence       // to make one more attempt
	settled  bool
}

// An AttemptRecord is what is known about one attempt of an operation.
type AttemptRecord struct {
	// Started is when the attempt was written down, before the call.
	Started time.Time
	// RPCIDs are the JSON-RPC ids under which the call was sent: one, or more
	// if the call took several rounds, or none if they were not recorded.
	// They identify messages of one connection, never the operation.
	RPCIDs []string
	// Ended reports whether the process lived to see how the attempt ended.
	// If it did not, Outcome is Unknown.
	Ended   bool
	Outcome Outcome
	// Note is the text of the error, if there was one.
	Note string
}

// A licence is a decision to call again, good for one attempt.
type licence struct {
	decision Decision
	at       time.Time
}

// Errors of operations.
var (
	// ErrUnlicensed: an earlier attempt may have been executed, and no
	// decision since then says that the call may be made again.
	ErrUnlicensed = errors.New("recovery: an earlier attempt may have been executed, and no decision licenses another one")
	// ErrArgumentsChanged: the arguments are not those of the intent. Other
	// arguments are another operation.
	ErrArgumentsChanged = errors.New("recovery: the arguments are not those of the operation")
	// ErrFinished: an attempt is done, or the operation was settled.
	ErrFinished = errors.New("recovery: the operation is finished")
	// ErrKeyChanged: a contract names another key than the intent.
	ErrKeyChanged = errors.New("recovery: the key is not that of the operation")
)

// Begin writes the intent to the journal and returns its operation. in.ID must
// not be empty and must be new to the journal, else the error is
// [ErrOperationExists]: then an earlier process has begun this very operation,
// and [Load] says how far it came. args are the arguments of the call, from
// which in.Digest is set. Other errors are those of [DigestArguments] and of
// the journal; nothing may be called then.
func Begin(ctx context.Context, j Journal, in Intent, args any) (*Operation, error) {
	if in.ID == "" {
		return nil, errors.New("recovery: operation without an id")
	}
	digest, err := DigestArguments(args)
	if err != nil {
		return nil, err
	}
	in.Digest = digest
	op := &Operation{journal: j, now: wallClock}
	if err := op.append(ctx, Record{Operation: in.ID, Kind: KindIntent, Intent: &in}); err != nil {
		return nil, err
	}
	return op, nil
}

// Load returns the operation with the given id from the journal. The error is
// [ErrNoOperation] if there is none, or that of the journal.
func Load(ctx context.Context, j Journal, id string) (*Operation, error) {
	op := &Operation{journal: j, now: wallClock}
	if id == "" {
		return nil, ErrNoOperation
	}
	for r, err := range j.Records(ctx, id) {
		if err == nil {
			err = op.apply(r)
		}
		if err != nil {
			return nil, err
		}
	}
	if op.intent.ID == "" {
		return nil, fmt.Errorf("%w: %q", ErrNoOperation, id)
	}
	return op, nil
}

// Unfinished returns the operations of the journal that are neither done nor
// settled, in the order in which they began. This is where a client begins
// after a restart.
func Unfinished(ctx context.Context, j Journal) ([]*Operation, error) {
	byID := make(map[string]*Operation)
	var order []*Operation
	for r, err := range j.Records(ctx, "") {
		if err != nil {
			return nil, err
		}
		op := byID[r.Operation]
		if op == nil {
			op = &Operation{journal: j, now: wallClock}
			byID[r.Operation] = op
			order = append(order, op)
		}
		if err := op.apply(r); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(order, (*Operation).Finished), nil
}

// wallClock drops the monotonic reading: times are compared across restarts
// and across a suspended machine.
func wallClock() time.Time { return time.Now().UTC().Round(0) }

// append writes r to the journal and then applies it. The caller holds op.mu,
// or nobody else has op yet.
func (op *Operation) append(ctx context.Context, r Record) error {
	// How an attempt ended is worth knowing even then.
	if op.finished() && r.Kind != KindOutcome && r.Kind != KindSettled || op.settled && r.Kind == KindSettled {
		return fmt.Errorf("%w: %q", ErrFinished, op.intent.ID)
	}
	r.Time = op.now()
	if r.Operation == "" {
		r.Operation = op.intent.ID
	}
	if err := op.journal.Append(ctx, r); err != nil {
		return err
	}
	return op.apply(r)
}

// apply brings op up to date with a record of the journal.
func (op *Operation) apply(r Record) error {
	malformed := func(why string) error {
		return fmt.Errorf("recovery: journal: operation %q: %s record: %s", r.Operation, r.Kind, why)
	}
	if (r.Kind == KindIntent) != (op.intent.ID == "") {
		return malformed("an intent comes first, and once")
	}
	var attempt *AttemptRecord
	switch r.Kind {
	case KindRPC, KindOutcome:
		if r.Attempt < 1 || r.Attempt > len(op.attempts) {
			return malformed("no such attempt")
		}
		attempt = &op.attempts[r.Attempt-1]
	}
	switch r.Kind {
	case KindIntent:
		if r.Intent == nil || r.Intent.ID == "" || r.Intent.ID != r.Operation {
			return malformed("no intent")
		}
		op.intent = *r.Intent
	case KindAttempt:
		if r.Attempt != len(op.attempts)+1 {
			return malformed("attempts are numbered from 1")
		}
		op.attempts = append(op.attempts, AttemptRecord{Started: r.Time})
		// What a source said about earlier attempts says nothing about this
		// one, and a licence is good for one attempt.
		op.found, op.licence = NotAsked, nil
	case KindRPC:
		attempt.RPCIDs = append(attempt.RPCIDs, r.RPCID)
	case KindOutcome:
		attempt.Ended, attempt.Outcome, attempt.Note = true, r.Outcome, r.Note
	case KindReconciled:
		op.found, op.licence = r.Reconciliation, nil
	case KindDecision:
		if r.Decision == nil {
			return malformed("no decision")
		}
		op.licence = nil
		if r.Decision.Action.Calls() {
			op.licence = &licence{*r.Decision, r.Time}
		}
	case KindSettled:
		op.settled = true
	default:
		return malformed("unknown kind")
	}
	return nil
}

// Intent returns what is to be done.
func (op *Operation) Intent() Intent {
	op.mu.Lock()
	defer op.mu.Unlock()
	return op.intent
}

// Attempts returns what is known about the attempts, the first one first.
func (op *Operation) Attempts() []AttemptRecord {
	op.mu.Lock()
	defer op.mu.Unlock()
	attempts := slices.Clone(op.attempts)
	for i := range attempts {
		attempts[i].RPCIDs = slices.Clone(attempts[i].RPCIDs)
	}
	return attempts
}

// Finished reports whether the operation was settled or an attempt is [Done].
func (op *Operation) Finished() bool {
	op.mu.Lock()
	defer op.mu.Unlock()
	return op.finished()
}

func (op *Operation) finished() bool {
	return op.settled || slices.ContainsFunc(op.attempts, func(a AttemptRecord) bool { return a.Outcome == Done })
}

// MayHaveExecuted reports whether any attempt may have reached the tool: all
// but those that ended [NotSent] or [Refused], and those without a known end
// among them.
func (op *Operation) MayHaveExecuted() bool {
	op.mu.Lock()
	defer op.mu.Unlock()
	return op.mayHaveExecuted()
}

func (op *Operation) mayHaveExecuted() bool {
	return slices.ContainsFunc(op.attempts, func(a AttemptRecord) bool { return !a.Outcome.NeverExecuted() })
}

// Since returns the time since the first attempt began, by the wall clock; -1
// if there was none, or if the clock has been set back behind it.
func (op *Operation) Since() time.Duration {
	op.mu.Lock()
	defer op.mu.Unlock()
	return op.since()
}

func (op *Operation) since() time.Duration {
	if len(op.attempts) == 0 {
		return -1
	}
	return max(op.now().Sub(op.attempts[0].Started), -1)
}
