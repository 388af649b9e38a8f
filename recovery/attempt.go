package recovery

import (
	"context"
	"fmt"
	"strings"
)

// An Attempt is one call of the tool that is under way.
type Attempt struct {
	op     *Operation
	number int
}

type attemptKey struct{}

// AttemptFrom returns the attempt that ctx carries, nil if it carries none.
func AttemptFrom(ctx context.Context) *Attempt {
	a, _ := ctx.Value(attemptKey{}).(*Attempt)
	return a
}

// Attempt writes to the journal that the tool is about to be called with args,
// and returns the attempt and a context that carries it for the call. Call the
// tool only if the error is nil, and then end the attempt:
//
//	callCtx, attempt, err := op.Attempt(ctx, args)
//	if err != nil {
//		return err
//	}
//	res, err := session.CallTool(callCtx, &mcp.CallToolParams{Name: "book", Arguments: args})
//	outcome := gosdk.Classify(res, err)
//	if err := attempt.End(ctx, outcome, err); err != nil {
//		return err
//	}
//
// If an earlier attempt may have been executed, the last thing that happened
// must be a decision of [Operation.Decide] to call again, and its Within must
// not be over, else the error is [ErrUnlicensed]. A licence is good for one
// attempt. The error is [ErrArgumentsChanged] if args differ from those of
// [Begin], and [ErrFinished] if an attempt is [Done] or after
// [Operation.Settle].
func (op *Operation) Attempt(ctx context.Context, args any) (context.Context, *Attempt, error) {
	digest, err := DigestArguments(args)
	if err != nil {
		return nil, nil, err
	}
	op.mu.Lock()
	defer op.mu.Unlock()
	if digest != op.intent.Digest {
		return nil, nil, fmt.Errorf("%w: %q", ErrArgumentsChanged, op.intent.ID)
	}
	if !op.finished() && op.mayHaveExecuted() && !op.licensed() {
		return nil, nil, fmt.Errorf("%w: %q", ErrUnlicensed, op.intent.ID)
	}
	a := &Attempt{op: op, number: len(op.attempts) + 1}
	if err := op.append(ctx, Record{Kind: KindAttempt, Attempt: a.number}); err != nil {
		return nil, nil, err
	}
	return context.WithValue(ctx, attemptKey{}, a), a, nil
}

// licensed reports whether a decision to call again is in force.
func (op *Operation) licensed() bool {
	if op.licence == nil {
		return false
	}
	d := op.licence.decision
	if d.Action == ReissueRead {
		return op.intent.Effect == EffectRead
	}
	if d.Within == 0 {
		return true
	}
	elapsed := op.now().Sub(op.licence.at)
	return elapsed >= 0 && elapsed < d.Within
}

// Number returns the number of the attempt within its operation, from 1.
func (a *Attempt) Number() int { return a.number }

// Operation returns the operation that the attempt belongs to.
func (a *Attempt) Operation() *Operation { return a.op }

// BeforeSend writes to the journal that the call is about to be sent under the
// given JSON-RPC id, in the form in which it is sent: 7 or "7". The request
// must not be sent if it fails; the error is [ErrNotJournaled], unless the
// call was sent before, in an earlier round. [RecordIDs] and the functions of
// that name for the SDKs call it.
func (a *Attempt) BeforeSend(ctx context.Context, rpcID string) error {
	a.op.mu.Lock()
	defer a.op.mu.Unlock()
	sentBefore := len(a.op.attempts[a.number-1].RPCIDs) > 0
	err := a.op.append(context.WithoutCancel(ctx), Record{Kind: KindRPC, Attempt: a.number, RPCID: rpcID})
	switch {
	case err == nil:
		return nil
	case sentBefore:
		return fmt.Errorf("recovery: journal: %w", err)
	}
	return fmt.Errorf("%w: %w", ErrNotJournaled, err)
}

// End writes to the journal how the attempt ended; callErr is the error of the
// call, which may be nil. It does so even if ctx has ended, as it may have
// with the call. The text of the error is kept, up to 1 KiB of it. If the
// journal fails, the outcome stays [Unknown].
func (a *Attempt) End(ctx context.Context, o Outcome, callErr error) error {
	r := Record{Kind: KindOutcome, Attempt: a.number, Outcome: o}
	if callErr != nil {
		r.Note = callErr.Error()
		r.Note = strings.ToValidUTF8(r.Note[:min(len(r.Note), 1<<10)], "\uFFFD")
	}
	a.op.mu.Lock()
	defer a.op.mu.Unlock()
	return a.op.append(context.WithoutCancel(ctx), r)
}

// Reconciled writes to the journal what a status source said about the
// operation; source names it. [Operation.Decide] takes it into account until
// the next attempt, or until the source is asked again.
func (op *Operation) Reconciled(ctx context.Context, r Reconciliation, source string) error {
	op.mu.Lock()
	defer op.mu.Unlock()
	return op.append(ctx, Record{Kind: KindReconciled, Reconciliation: r, Note: source})
}

// Decide decides what to do next by [Decide] and writes the decision to the
// journal. s says what is known of the connection and of the contract; its
// Effect, Reconciliation, Since and Contract.Key are set from the operation.
// The error is [ErrKeyChanged] if s.Contract.Key is set and is not the key of
// the intent, [ErrFinished], or that of the journal; the decision is to hold
// then.
//
// What a source said counts until the next attempt. So before an operation
// that was held is decided again, ask the source again and record what it says
// with [Operation.Reconciled].
//
// It is for an attempt whose outcome is [Unknown], and for one that ended
// [Answered] and shall be repeated as it is: that answer does not say either
// whether there were effects.
func (op *Operation) Decide(ctx context.Context, s Situation) (Decision, error) {
	op.mu.Lock()
	defer op.mu.Unlock()
	if s.Contract.Key != "" && s.Contract.Key != op.intent.Key {
		return Decision{}, fmt.Errorf("%w: %q", ErrKeyChanged, op.intent.ID)
	}
	s.Contract.Key = op.intent.Key
	s.Effect = op.intent.Effect
	s.Reconciliation = op.found
	s.Since = op.since()
	d := Decide(s)
	if err := op.append(ctx, Record{Kind: KindDecision, Decision: &d}); err != nil {
		return Decision{}, err
	}
	return d, nil
}

// Settle writes to the journal that the operation has ended; note says how: the
// effect was found, it was given up before anything was sent, a person took
// over. Nothing can be attempted afterwards.
func (op *Operation) Settle(ctx context.Context, note string) error {
	op.mu.Lock()
	defer op.mu.Unlock()
	return op.append(ctx, Record{Kind: KindSettled, Note: note})
}
