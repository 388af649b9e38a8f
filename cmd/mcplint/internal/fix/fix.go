// Package fix applies the fixes of findings.
package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"slices"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

// A Change is the new content of a file.
type Change struct {
	File     string
	Old, New []byte
}

// A Result is what Plan found possible.
type Result struct {
	Changes []Change          // sorted by file
	Fixed   []finding.Finding // the findings whose fix is part of Changes
	Rest    []finding.Finding // all others, in order
	// Conflicts counts fixes that overlap with one that was taken: they can
	// be applied by a second run.
	Conflicts int
	// Unfit counts fixes whose place is not in the file as it is on disk:
	// cgo has rewritten it, or it has changed since.
	Unfit int
	// Refused says why files were left alone although there are fixes.
	Refused []string
}

// Plan merges the first fix of every finding, in order. A fix is taken whole
// or not at all. names maps import paths to package names; imports that a fix
// makes superfluous are removed.
func Plan(findings []finding.Finding, names map[string]string) *Result {
	p := &planner{files: map[string]*file{}}
	owner := make([][]*file, len(findings)) // the files that the taken fix edits
	res := &Result{}
	for i, f := range findings {
		if len(f.Fixes) == 0 || !f.Editable {
			continue
		}
		switch files, verdict := p.take(f.Fixes[0]); verdict {
		case taken:
			owner[i] = files
		case conflict:
			res.Conflicts++
		case unfit:
			res.Unfit++
		}
	}
	for _, f := range p.sorted() {
		if f.err == nil && len(f.edits) > 0 {
			f.next, f.err = f.apply(names)
		}
		if f.err != nil {
			res.Refused = append(res.Refused, f.err.Error())
		} else if f.next != nil && !bytes.Equal(f.old, f.next) {
			res.Changes = append(res.Changes, Change{File: f.name, Old: f.old, New: f.next})
		}
	}
	for i, f := range findings {
		refused := slices.ContainsFunc(owner[i], func(f *file) bool { return f.err != nil })
		if owner[i] != nil && !refused {
			res.Fixed = append(res.Fixed, f)
		} else {
			res.Rest = append(res.Rest, f)
		}
	}
	return res
}

// Write writes the changes to disk.
func Write(changes []Change) error {
	for _, c := range changes {
		// The file exists, so its mode stays.
		if err := os.WriteFile(c.File, c.New, 0o644); err != nil {
			return err
		}
	}
	return nil
}

type verdict int

const (
	taken verdict = iota
	conflict
	unfit // generated, or not at the place where the edit says it is
)

// A planner holds the edits that were taken so far.
type planner struct{ files map[string]*file }

// A file is a file that some fix would edit.
type file struct {
	name      string
	old, next []byte
	generated bool
	edits     []finding.Edit // taken, sorted, without overlaps
	err       error          // why the file is left alone
}

func (p *planner) sorted() []*file {
	var out []*file
	for _, f := range p.files {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *file) int { return cmp.Compare(a.name, b.name) })
	return out
}

func (p *planner) open(name string) *file {
	if f, ok := p.files[name]; ok {
		return f
	}
	f := &file{name: name}
	f.old, f.err = os.ReadFile(name)
	if f.err == nil {
		tree, err := parser.ParseFile(token.NewFileSet(), name, f.old, parser.ParseComments|parser.PackageClauseOnly)
		f.generated = err == nil && ast.IsGenerated(tree)
	}
	p.files[name] = f
	return f
}

// take adds the edits of a fix if all of them fit.
func (p *planner) take(fix finding.Fix) ([]*file, verdict) {
	next := map[*file][]finding.Edit{}
	var order []*file
	for _, e := range fix.Edits {
		f := p.open(e.Start.File)
		if f.err != nil || f.generated || !f.holds(e) {
			return nil, unfit
		}
		edits, ok := next[f]
		if !ok {
			edits = slices.Clone(f.edits)
			order = append(order, f)
		}
		edits, ok = insert(edits, e)
		if !ok {
			return nil, conflict
		}
		next[f] = edits
	}
	for f, edits := range next {
		f.edits = edits
	}
	return order, taken
}

// holds reports whether the edit's offsets and lines agree with the file. They
// do not if the file has changed since, or if a //line comment, such as cgo
// writes, makes the position one of another file.
func (f *file) holds(e finding.Edit) bool {
	return e.Start.File == e.End.File && e.Start.Offset <= e.End.Offset &&
		e.End.Offset <= len(f.old) && f.agrees(e.Start) && f.agrees(e.End)
}

func (f *file) agrees(p finding.Position) bool {
	before := f.old[:p.Offset]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return line == p.Line && column == p.Column
}

// insert adds an edit to a sorted list. An edit that is already there, such
// as the addition of the same import, counts once.
func insert(edits []finding.Edit, e finding.Edit) ([]finding.Edit, bool) {
	i := 0
	for ; i < len(edits); i++ {
		have := edits[i]
		if have.Start.Offset == e.Start.Offset && have.End.Offset == e.End.Offset {
			return edits, have.New == e.New
		}
		if e.End.Offset <= have.Start.Offset && e.Start.Offset < have.Start.Offset {
			break
		}
		if have.End.Offset > e.Start.Offset || have.Start.Offset == e.Start.Offset {
			return edits, false
		}
	}
	return slices.Insert(edits, i, e), true
}

// apply returns the formatted content after the edits. Content that does not
// parse is an error: a file of the user is never broken.
func (f *file) apply(names map[string]string) ([]byte, error) {
	var out bytes.Buffer
	at := 0
	for _, e := range f.edits {
		out.Write(f.old[at:e.Start.Offset])
		out.WriteString(e.New)
		at = e.End.Offset
	}
	out.Write(f.old[at:])
	next, err := dropImports(f.old, out.Bytes(), names)
	if err != nil {
		return nil, fmt.Errorf("%s is left alone: its fixes do not go together: %w", f.name, err)
	}
	return format.Source(next)
}
