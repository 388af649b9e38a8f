package stream

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Era is what code shows of the editions of the protocol that it speaks.
type Era struct {
	// Versions are the editions that it names, sorted.
	Versions []string
	// Legacy and Modern: it names an edition from before 2026-07-28, or one
	// from then on, or uses what only the one or the other has.
	Legacy, Modern bool
}

// Shown returns the era that the package's code shows by the editions it
// names.
func (r *Room) Shown() Era {
	var e Era
	var ops [8]*ssa.Value
	r.each(func(instr ssa.Instruction) {
		for _, op := range instr.Operands(ops[:0]) {
			if *op == nil {
				continue
			}
			if s, ok := Text(*op); ok && versions[s] && !slices.Contains(e.Versions, s) {
				e.Versions = append(e.Versions, s)
			}
		}
	})
	slices.Sort(e.Versions)
	for _, v := range e.Versions {
		if v >= Modern {
			e.Modern = true
		} else {
			e.Legacy = true
		}
	}
	return e
}

// Names reports whether the code names the edition.
func (e Era) Names(version string) bool { return slices.Contains(e.Versions, version) }
