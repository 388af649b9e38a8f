// Package report is what every analyzer reports through: it folds the flow
// into the message, keeps out generated files and what //mcplint:ignore
// covers, orders the findings, and turns a panic into an incident.
package report

import (
	"cmp"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/contract"
)

// HonourNolint says whether //nolint:mcplint suppresses findings here.
// golangci-lint applies such comments itself, and takes one that has nothing to
// suppress for stale; so its plugin switches this off, before any run.
var HonourNolint = true

// DocURL is the page of a rule, without its name and ".md".
const DocURL = "https://github.com/mcprecovery/mcplint/blob/main/docs/checks/"

// A Finding is one diagnostic of a rule.
type Finding struct {
	Pos, End token.Pos // End may be NoPos
	// Message says what the code does, why that is not known to be safe,
	// and what to do, in one line and without a full stop.
	Message string
	// Flow leads from Pos to the call or value that matters. It is told at
	// the end of the message.
	Flow []Step
	// Fix is the one fix, or nil. It is dropped if it would edit another
	// file than that of the finding.
	Fix *analysis.SuggestedFix
	// Related are further positions of interest in the package.
	Related []analysis.RelatedInformation
}

// A Reporter collects the findings of one analyzer in one package.
type Reporter struct {
	pass   *analysis.Pass
	d      *contract.Directives
	found  []analysis.Diagnostic
	used   map[*contract.Ignore]bool
	nolint *Nolint // read for the first finding
}

// New returns a reporter for pass. If d is nil, the directives of the package
// are read, so that ignores always count.
func New(pass *analysis.Pass, d *contract.Directives) *Reporter {
	if d == nil {
		d = contract.Parse(pass.Fset, pass.Files, pass.TypesInfo, pass.Pkg)
	}
	return &Reporter{pass: pass, d: d, used: make(map[*contract.Ignore]bool)}
}

// Report records a finding. Close reports it, unless it stands in a generated
// file or is ignored.
func (r *Reporter) Report(f Finding) {
	file := fileOf(r.pass.Files, f.Pos)
	if file != nil && Generated(r.pass.Fset, file) {
		return
	}
	at := r.pass.Fset.PositionFor(f.Pos, false)
	ignored := false
	for _, ig := range r.d.Ignores {
		// All that cover it are used: which one suppresses is no matter.
		if ig.Covers(r.pass.Analyzer.Name, at.Filename, at.Line) {
			r.used[ig] = true
			ignored = true
		}
	}
	if !ignored {
		r.add(f, file)
	}
}

func (r *Reporter) add(f Finding, file *ast.File) {
	if r.nolint == nil && HonourNolint {
		r.nolint = NolintLines(r.pass.Fset, r.pass.Files)
	}
	if r.nolint.Covers(f.Pos) {
		return
	}
	d := analysis.Diagnostic{
		Pos:      f.Pos,
		End:      f.End,
		Category: r.pass.Analyzer.Name,
		Message:  f.Message + fold(r.pass.Fset, f.Flow),
		URL:      DocURL + r.pass.Analyzer.Name + ".md",
		Related:  f.Related,
	}
	if f.Fix != nil && len(f.Fix.TextEdits) > 0 && within(f.Fix, file) {
		d.SuggestedFixes = []analysis.SuggestedFix{*f.Fix}
	}
	r.found = append(r.found, d)
}

// Close reports the findings, sorted and without repetition, and with them
// the ignores that name this analyzer and cover no finding.
func (r *Reporter) Close() {
	for _, ig := range r.d.Ignores {
		if ig.Names(r.pass.Analyzer.Name) && !r.used[ig] {
			r.unused(ig)
		}
	}
	slices.SortStableFunc(r.found, r.compare)
	last := analysis.Diagnostic{}
	for _, d := range r.found {
		if d.Pos != last.Pos || d.Message != last.Message {
			r.pass.Report(d)
		}
		last = d
	}
	r.found = nil
}

// unused reports an ignore that suppressed nothing, unless the finding may
// show under another set of build tags.
func (r *Reporter) unused(ig *contract.Ignore) {
	file := fileOf(r.pass.Files, ig.Pos)
	if file == nil || Generated(r.pass.Fset, file) || tagged(r.pass, file) {
		return
	}
	name := r.pass.Analyzer.Name
	r.add(Finding{Pos: ig.Pos, End: ig.End,
		Message: "this //mcplint:ignore suppresses no finding of " + name + "; remove " + name + " from it"}, file)
}

// compare orders by file, line, column and message. token.Pos would not do:
// the order of files in a FileSet depends on which was parsed first.
func (r *Reporter) compare(a, b analysis.Diagnostic) int {
	p, q := r.pass.Fset.Position(a.Pos), r.pass.Fset.Position(b.Pos)
	return cmp.Or(
		cmp.Compare(filepath.Base(p.Filename), filepath.Base(q.Filename)),
		cmp.Compare(p.Line, q.Line),
		cmp.Compare(p.Column, q.Column),
		cmp.Compare(a.Message, b.Message),
		// Of two that say the same, the one with a fix is kept.
		cmp.Compare(len(b.SuggestedFixes), len(a.SuggestedFixes)),
	)
}

// within reports whether all edits of the fix lie in the file.
func within(fix *analysis.SuggestedFix, file *ast.File) bool {
	if file == nil {
		return false
	}
	for _, e := range fix.TextEdits {
		if e.Pos < file.FileStart || e.Pos > file.FileEnd || e.End > file.FileEnd {
			return false
		}
	}
	return true
}

func fileOf(files []*ast.File, pos token.Pos) *ast.File {
	for _, f := range files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}
