// This file lists what was too large to be analysed.

package effect

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Skip is a function that is too large to be analysed to its end: what it
// repeats may not have been found.
type Skip struct {
	Pos  token.Pos
	Func string // without the package
}

// Skips lists the functions of the package that were not analysed to their
// end, by position, if the settings ask for them.
func (e *Engine) Skips() []Skip { return e.skips }

// listSkips notes them, while the functions are at hand.
func (e *Engine) listSkips() {
	if e.Settings.ReportSkips {
		e.skips = e.skipped(func(fn *ssa.Function) bool { return e.Outcome.Overflows[fn] > 0 })
	}
}

func (e *Engine) skipped(is func(*ssa.Function) bool) []Skip {
	var out []Skip
	for _, fn := range e.SSA.Funcs {
		if is(fn) {
			out = append(out, Skip{Pos: fn.Pos(), Func: fn.RelString(e.Pass.Pkg)})
		}
	}
	sortSkips(out)
	return out
}

// askSkips calls f within [Engine.Ask] and lists the functions that were too
// large for a question of f's alone, if the settings ask for them.
func (e *Engine) askSkips(f func()) (skips []Skip) {
	e.Ask(func() {
		if !e.Settings.ReportSkips || e.SSA == nil {
			f()
			return
		}
		built := e.Outcome.Overflows // they are told once
		own := make(map[*ssa.Function]int)
		e.Outcome.Overflows = own
		defer func() { e.Outcome.Overflows = built }()
		f()
		skips = e.skipped(func(fn *ssa.Function) bool { return own[fn] > 0 && built[fn] == 0 })
	})
	return skips
}

// SkippedSenders lists the functions that send hand-written requests, or lead
// to those that do, and were not asked whether they send one again: those of
// an SDK, and those beyond a number. It is empty unless the settings ask for
// it.
func (e *Engine) SkippedSenders() []Skip {
	if !e.Settings.ReportSkips || !e.sendsMessages() {
		return nil
	}
	only, left := e.senders()
	if e.SDK {
		for fn := range only {
			left = append(left, fn)
		}
	}
	var out []Skip
	for _, fn := range left {
		out = append(out, Skip{Pos: fn.Pos(), Func: fn.RelString(e.Pass.Pkg)})
	}
	sortSkips(out)
	return out
}

func sortSkips(out []Skip) {
	slices.SortFunc(out, func(a, b Skip) int { return cmp.Compare(a.Pos, b.Pos) })
}
