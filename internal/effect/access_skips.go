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
	slices.SortFunc(out, func(a, b Skip) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}
