package baseline

import (
	"slices"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

// A Diff relates the findings of a run to a baseline.
type Diff struct {
	Introduced  []finding.Finding
	Preexisting []finding.Finding
	Fixed       []Entry
}

// Compare compares a report with the baseline. An entry of a package that was
// not analysed is fixed only if the whole scope of the baseline was: a run on
// fewer packages says nothing about the rest.
func (b *Baseline) Compare(r *finding.Report, wholeScope bool) *Diff {
	analysed := map[string]bool{}
	for _, p := range r.Packages {
		analysed[p] = true
	}
	failed := map[string]bool{}
	for _, p := range r.Problems {
		failed[p.Package] = true
	}

	m := matcher{old: b.Findings, used: make([]bool, len(b.Findings))}
	d := &Diff{}
	// Exact matches come first, so that a moved package cannot take the
	// entry of another finding.
	var rest []finding.Finding
	for _, f := range r.Findings {
		e := entryOf(f)
		if m.take(func(old Entry) bool { return old == e }) {
			d.Preexisting = append(d.Preexisting, f)
		} else {
			rest = append(rest, f)
		}
	}
	for _, f := range rest {
		// The folder of a package may have been renamed: the entry's
		// package is gone, and all else is the same.
		e := entryOf(f)
		if wholeScope && m.take(func(old Entry) bool {
			gone := !analysed[old.Package] && !failed[old.Package]
			old.Package = e.Package
			return gone && old == e
		}) {
			d.Preexisting = append(d.Preexisting, f)
		} else {
			d.Introduced = append(d.Introduced, f)
		}
	}
	for i, e := range m.old {
		if !m.used[i] && !failed[e.Package] && (analysed[e.Package] || wholeScope) {
			d.Fixed = append(d.Fixed, e)
		}
	}
	slices.SortFunc(d.Preexisting, finding.Compare)
	slices.SortFunc(d.Introduced, finding.Compare)
	return d
}

// A matcher pairs findings with entries, each entry once.
type matcher struct {
	old  []Entry
	used []bool
}

// take uses up the first free entry that fits.
func (m *matcher) take(fits func(old Entry) bool) bool {
	for i, old := range m.old {
		if !m.used[i] && fits(old) {
			m.used[i] = true
			return true
		}
	}
	return false
}
