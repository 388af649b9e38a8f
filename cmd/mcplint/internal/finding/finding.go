// Package finding is the model of what a run of mcplint has to say, as the
// output formats and the baseline see it: plain values, no syntax trees.
package finding

import (
	"cmp"
	"slices"
)

// A Position is a place in a file. Line and Column count from 1, in bytes;
// Offset counts from 0. A zero Line means that the place is unknown.
type Position struct {
	File   string `json:"file"` // absolute in memory, relative in output
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Offset int    `json:"offset,omitempty"`
}

// IsValid reports whether the position names a line.
func (p Position) IsValid() bool { return p.Line > 0 }

func (p Position) compare(q Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// A Note is a further place that belongs to a finding.
type Note struct {
	Pos     Position `json:"position"`
	Message string   `json:"message"`
}

// An Edit replaces the bytes from Start to End.
type Edit struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
	New   string   `json:"new"`
}

// A Fix is a change that removes a finding. Its edits belong together.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// A Finding is one diagnostic of one rule.
type Finding struct {
	Rule     string   `json:"rule"`
	Pos      Position `json:"position"`
	End      Position `json:"end"`
	Message  string   `json:"message"`
	Package  string   `json:"package"`            // import path, test variants merged
	Function string   `json:"function,omitempty"` // enclosing declaration, such as "(*Client).Book"
	Flow     []Note   `json:"flow,omitempty"`     // the steps that the end of Message tells
	Related  []Note   `json:"related,omitempty"`
	Fixes    []Fix    `json:"fixes,omitempty"`
	// Editable says that the file belongs to the user, not to a dependency.
	Editable bool `json:"-"`
	// Masked is Message in the form that fingerprints hash: without
	// positions and without the names of local variables.
	Masked      string `json:"-"`
	Fingerprint string `json:"fingerprint"`
}

// A Kind says what stood in the way of the analysis.
type Kind string

// The kinds of problems.
const (
	Compile  Kind = "compile"  // the package does not compile or cannot be loaded
	Incident Kind = "incident" // mcplint itself failed
	Skipped  Kind = "skipped"  // not analysed, because of something else that was reported
)

// A Problem is a reason why something could not be analysed.
type Problem struct {
	Kind    Kind     `json:"kind"`
	Pos     Position `json:"position"`
	Package string   `json:"package,omitempty"`
	Message string   `json:"message"`
}

// A Report is the outcome of one run.
type Report struct {
	Findings []Finding
	Problems []Problem
	// Packages are the import paths that were asked for and analysed.
	Packages []string
	// Names maps import paths to package names, for the packages in sight.
	Names map[string]string
}

// Sort puts the report into its one canonical order and removes exact
// duplicates.
func (r *Report) Sort() {
	slices.SortFunc(r.Findings, Compare)
	r.Findings = slices.CompactFunc(r.Findings, func(a, b Finding) bool { return Compare(a, b) == 0 })
	slices.SortFunc(r.Problems, compareProblems)
	r.Problems = slices.CompactFunc(r.Problems, func(a, b Problem) bool { return compareProblems(a, b) == 0 })
	slices.Sort(r.Packages)
	r.Packages = slices.Compact(r.Packages)
}

// Compare orders findings by place, then rule, then text.
func Compare(a, b Finding) int {
	return cmp.Or(a.Pos.compare(b.Pos), cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message), a.End.compare(b.End), cmp.Compare(a.Package, b.Package))
}

// compareProblems puts causes, which have a place, before consequences. It
// ignores the package: the test variant of a package repeats its errors.
func compareProblems(a, b Problem) int {
	if a.Pos.IsValid() != b.Pos.IsValid() {
		if a.Pos.IsValid() {
			return -1
		}
		return 1
	}
	return cmp.Or(a.Pos.compare(b.Pos), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message))
}
