// Package outcome answers what a program knows about an attempt at tools/call
// when it acts again: it walks the control flow graph forward from just after
// the attempt, path-sensitively, and keeps for each path the set of endings
// (knowledge.Endings) that the attempt can have had there.
//
// A value is described by an [Abs], a path by a state: the position, the
// endings that are still possible, and what is known of values and memory.
// Tests of the attempt's error, result or HTTP status split the set of
// endings; tests of anything else let all of it through on both sides.
package outcome

import (
	"strings"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A Kind says what is known of a value.
type Kind uint8

// The kinds of abstract values.
const (
	Top        Kind = iota // anything
	Zero                   // memory that holds the zero value of its type
	Nil                    // nil
	NonNil                 // not nil
	Bool                   // true for the endings T, false for the endings F
	Int                    // the constant N
	Str                    // the constant S
	Err                    // a non-nil error, see Abs
	ErrIf                  // not nil for the endings T, nil for the endings F
	Status                 // the HTTP status of the attempt
	Code                   // the JSON-RPC code of the attempt's error
	Text                   // the text of the attempt's error
	NetOp                  // the Op of the attempt's *net.OpError
	Answer                 // what was decoded from the attempt's response
	Classified             // the recovery.Outcome of the attempt
	Licence                // the recovery.Action of a decision about it
)

// A Tag marks a value, or a path that was taken because of it, by what the
// decision rests on.
type Tag uint8

// The tags.
const (
	Hinted     Tag = 1 << iota // a tool annotation permits it
	LookedUp                   // the result of another call, a lookup
	Reconciled                 // a definitive reconciliation, by contract
	Confirmed                  // a person decided
	NoEffect                   // proven, by contract, to have had no effect
	Forced                     // an opaque test that was taken both ways
	Trusted                    // the client decided whether the server is trusted
)

// An Abs describes one value. The zero Abs is Top. Values are comparable.
type Abs struct {
	K    Kind
	T, F knowledge.Endings // Bool, ErrIf
	N    int64             // Int
	// S is the constant of Str; of Err the marks, see HasMark.
	S string
	// Chain and Text say of an Err that errors.Is and As see the attempt's
	// own error in it, and that its text contains that error's text.
	Chain, Text bool
	// May says of a Bool that the test could not be classified.
	May bool
	// Perm names the function that marked an Err as permanent or retryable,
	// with WrappedMark behind it if something was wrapped around that.
	Perm string
	// P names the object that a pointer points to, if it is known.
	P string
	// On and Off are the tags of a path on which this Bool is true or false;
	// of other values, On is what the value derives from.
	On, Off Tag
}

// WrappedMark stands behind the name of a marker that is not outermost.
const WrappedMark = "+"

// Known booleans and nil.
var (
	True  = Abs{K: Bool, T: knowledge.All}
	False = Abs{K: Bool, F: knowledge.All}
	// Either is a test that has nothing to do with the attempt.
	Either = Abs{K: Bool, T: knowledge.All, F: knowledge.All}
	// Opaque is a test of the attempt's error that cannot be classified.
	Opaque = Abs{K: Bool, T: knowledge.All, F: knowledge.All, May: true}
)

// boolOf returns the Bool that is true for the endings t and false for f.
func boolOf(t, f knowledge.Endings) Abs { return Abs{K: Bool, T: t, F: f} }

// ofMatch returns the Bool of an error test.
func ofMatch(m knowledge.Match) Abs { return boolOf(m.CanTrue(), m.CanFalse()) }

// not negates a Bool.
func (a Abs) not() Abs {
	a.T, a.F = a.F, a.T
	a.On, a.Off = a.Off, a.On
	return a
}

// or joins two Bools of which one holds, as a disjunction.
func or(a, b Abs) Abs {
	return Abs{K: Bool, T: a.T | b.T, F: a.F & b.F, May: a.May || b.May, On: a.On | b.On, Off: a.Off | b.Off}
}

// HasMark reports whether an Err has the client's own sentinel or error type
// of that name in its chain.
func (a Abs) HasMark(name string) bool {
	if a.K != Err || a.S == "" {
		return false
	}
	for m := range strings.SplitSeq(a.S, "\n") {
		if m == name {
			return true
		}
	}
	return false
}

// AttemptError is the error that the attempt itself returned.
var AttemptError = Abs{K: Err, Chain: true, Text: true}

// nilness returns for which endings the value can be non-nil and nil.
func (a Abs) nilness() (nonNil, isNil knowledge.Endings) {
	if a.K == Top && a.P == flagObject {
		return knowledge.All, knowledge.All &^ knowledge.Of(knowledge.ToolError)
	}
	switch a.K {
	case Nil, Zero:
		return 0, knowledge.All
	case NonNil, Err:
		return knowledge.All, 0
	case ErrIf:
		return a.T, a.F
	}
	return knowledge.All, knowledge.All
}

// isErr reports whether the value may be an error that tells of the attempt.
func (a Abs) isErr() bool { return a.K == Err || a.K == ErrIf }

// join returns what is known of a value that is either a or b.
func join(a, b Abs) Abs {
	if a == b {
		return a
	}
	if a.K == Err && b.K == Err {
		return Abs{K: Err, Chain: a.Chain && b.Chain, Text: a.Text && b.Text, S: commonMarks(a.S, b.S), On: a.On | b.On}
	}
	if a.K == Bool && b.K == Bool {
		// What cannot be true does not say what being true rests on.
		on, off := a.On&b.On, a.Off&b.Off
		if a.T == 0 {
			on = b.On
		} else if b.T == 0 {
			on = a.On
		}
		if a.F == 0 {
			off = b.Off
		} else if b.F == 0 {
			off = a.Off
		}
		return Abs{K: Bool, T: a.T | b.T, F: a.F | b.F, May: a.May || b.May, On: on, Off: off}
	}
	na, za := a.nilness()
	nb, zb := b.nilness()
	if a.isErr() && (b.isErr() || b.K == Nil) || b.isErr() && a.K == Nil {
		// A nil error has nothing in its chain that could contradict.
		out := Abs{K: ErrIf, T: na | nb, F: za | zb, On: a.On | b.On}
		out.Chain = (a.Chain || a.K == Nil) && (b.Chain || b.K == Nil)
		out.Text = (a.Text || a.K == Nil) && (b.Text || b.K == Nil)
		return out
	}
	if n, z := na|nb, za|zb; n != knowledge.All || z != knowledge.All {
		return Abs{K: ErrIf, T: n, F: z, On: a.On | b.On}
	}
	return Abs{On: a.On | b.On}
}

func commonMarks(a, b string) string {
	var out []string
	for m := range strings.SplitSeq(a, "\n") {
		if m != "" && (Abs{K: Err, S: b}).HasMark(m) {
			out = append(out, m)
		}
	}
	return strings.Join(out, "\n")
}

// A LocAbs says what is at a location, which names a value or a piece of memory
// as seen from outside a function:
// "r0" a result, "p1" a parameter (the receiver is parameter 0), "f0" a free
// variable; "*" follows a pointer, ".2" is field 2, "<-" a value sent on a
// channel.
type LocAbs struct {
	Loc string
	A   Abs
}

// An Alt is one way in which a call can turn out: for the endings When, the
// results and the memory behind parameters are as told. Alts of a call overlap
// where a test could not be decided.
type Alt struct {
	When    knowledge.Endings
	Results []LocAbs // sorted by Loc
	May     bool
	Tags    Tag
	// Dead says that the call does not return.
	Dead bool
}

// Result returns what is known of result i.
func (a Alt) Result(i int) Abs {
	want := "r" + itoa(i)
	for _, r := range a.Results {
		if r.Loc == want {
			return r.A
		}
	}
	return Abs{}
}
