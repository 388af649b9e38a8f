// This file lists what was too large to be analysed.

package effect

import (
	"cmp"
	"go/token"
	"slices"
)

// A Skip is a function that is too large to be analysed to its end: what it
// repeats may not have been found.
type Skip struct {
	Pos  token.Pos
	Func string // without the package
}

// Skips lists the functions of the package that were not analysed to their
// end, by position, if the settings ask for them.
func (e *Engine) Skips() []Skip {
	if !e.Settings.ReportSkips || e.SSA == nil {
		return nil
	}
	var out []Skip
	for _, fn := range e.SSA.Funcs {
		if name := fn.RelString(e.Pass.Pkg); e.Skipped[name] > 0 {
			out = append(out, Skip{Pos: fn.Pos(), Func: name})
		}
	}
	sortSkips(out)
	return out
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
