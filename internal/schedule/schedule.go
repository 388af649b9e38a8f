// Package schedule tells for how long a repetition goes on: the time between
// its first and its last attempt, where the program says so with constants.
//
// The time that the attempts themselves take is not counted, so that the
// answer is a lower bound.
package schedule

import (
	"go/constant"
	"go/token"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Span is how long a repetition can go on.
type Span struct {
	D time.Duration
	// Endless says that nothing ends it but success.
	Endless bool
	// By is what says so, in words: "WithMaxElapsedTime", "a loop of 5 rounds".
	By string
}

// Longer reports whether the repetition can go on for longer than d.
func (s Span) Longer(d time.Duration) bool { return s.Endless || s.D > d }

// A Config is what configures a call of a library.
type Config interface {
	// Calls returns the calls of a function by its full name.
	Calls(full string) []ssa.CallInstruction
	// Field returns what is assigned to a field of a type, and whether there
	// is a value of the type.
	Field(typ, field string) (vals []ssa.Value, found bool)
}

// duration returns the constant duration that v is.
func duration(v ssa.Value) (time.Duration, bool) {
	n, ok := integer(v)
	return time.Duration(n), ok
}

// integer returns the constant integer that v is, or that a local variable
// holds which is assigned once.
func integer(v ssa.Value) (int64, bool) {
	for range 8 { // variables of variables
		load, ok := ssaval.Plain(v).(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			break
		}
		cell, ok := load.X.(*ssa.Alloc)
		if !ok {
			return 0, false // not a local
		}
		v = nil
		for _, r := range *cell.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == cell {
				if v != nil {
					return 0, false // it has more than one value
				}
				v = st.Val
			}
		}
	}
	return ssaval.Int(v)
}

// number returns a constant number as a float, for factors.
func number(v ssa.Value) (float64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	f, _ := constant.Float64Val(constant.ToFloat(c.Value))
	return f, true
}

// maxSpan bounds sums: a schedule of more than that is as good as endless.
const maxSpan = 100 * 365 * 24 * time.Hour

// growing adds up n delays that begin with first and grow by factor, none of
// them longer than limit (0 for none).
func growing(first time.Duration, factor float64, n int64, limit time.Duration) time.Duration {
	var sum time.Duration
	d := float64(first)
	for range min(n, 10000) {
		step := time.Duration(min(d, float64(maxSpan)))
		if limit > 0 && step > limit {
			step = limit
		}
		sum += step
		if sum > maxSpan {
			return maxSpan
		}
		d *= factor
	}
	return sum
}

// packageOf returns the import path of the package of a function by its full
// name.
func packageOf(full string) string {
	name := strings.TrimLeft(full, "(*")
	if i := strings.LastIndexByte(name, ')'); i >= 0 {
		name = name[:i]
	}
	slash := strings.LastIndexByte(name, '/')
	if dot := strings.IndexByte(name[slash+1:], '.'); dot >= 0 {
		return name[:slash+1+dot]
	}
	return name
}
