// Package guard stands between the drivers and the analyzers. It puts the
// rule's name into messages where the driver prints none, and turns what goes
// wrong inside an analyzer, a panic as well as an error, into an incident that
// the driver can tell from a clean result: honnef's runner would drop the error
// and die of the panic, and unitchecker would leave all dependents of the
// package without types.
package guard

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/report"
)

// An Incident is a failure inside an analyzer.
type Incident struct {
	Package string
	Pos     token.Position
	Message string
}

// A Guard holds what the wrapped analyzers share.
type Guard struct {
	// Prefix puts "rule: " in front of every message.
	Prefix bool
	// Imported also reports the incidents of dependencies, which reach this
	// package as facts. For drivers that drop what analyzers say there.
	Imported bool
	// FactsOnly leaves out the roots that produce no facts, for a package
	// that is analysed for its facts only. unitchecker would run them, and
	// drop what they report.
	FactsOnly bool
	// IgnoredFiles returns the files of a directory that the build tags
	// exclude, for drivers that do not tell. It may be nil.
	IgnoredFiles func(dir string) []string
	// OnIncident is called for every incident, also for one in a package
	// that is analysed for its facts only. Calls do not overlap. It may be
	// nil.
	OnIncident func(Incident)

	mu sync.Mutex
	// pending are the incidents of analyzers that are no roots: drivers
	// drop what those report, so a root reports it for them.
	pending map[*types.Package][]analysis.Diagnostic
}

// Install wraps Run of the given analyzers and of all that they require. It
// changes the analyzers themselves, because results are handed on by their
// identity; so it is for a command's main, once in a process.
func (g *Guard) Install(roots []*analysis.Analyzer) {
	g.pending = map[*types.Package][]analysis.Diagnostic{}
	seen := map[*analysis.Analyzer]bool{}
	var visit func(list []*analysis.Analyzer, root bool)
	visit = func(list []*analysis.Analyzer, root bool) {
		for _, a := range list {
			if seen[a] {
				continue
			}
			seen[a] = true
			run := a.Run
			a.Run = func(pass *analysis.Pass) (any, error) {
				r := &guarded{g: g, root: root, pass: pass, run: run}
				return r.do()
			}
			visit(a.Requires, false)
		}
	}
	visit(roots, true)
}

// guarded is one run of one analyzer on one package.
type guarded struct {
	g    *Guard
	root bool
	pass *analysis.Pass
	run  func(*analysis.Pass) (any, error)
}

// do runs the analyzer. After an incident the result is the zero value of the
// analyzer's result type rather than an error: an error would also fail all
// analyzers that need the result, each with a message that hides the cause.
func (r *guarded) do() (result any, err error) {
	if r.g.FactsOnly && r.root && len(r.pass.Analyzer.FactTypes) == 0 {
		return r.zero(), nil
	}
	pass := *r.pass
	pass.Report = r.report
	if r.g.IgnoredFiles != nil && len(pass.IgnoredFiles) == 0 && len(pass.Files) > 0 {
		pass.IgnoredFiles = r.g.IgnoredFiles(filepath.Dir(pass.Fset.Position(pass.Files[0].Package).Filename))
	}
	defer func() {
		if v := recover(); v != nil {
			result, err = r.zero(), nil
			r.failed(fmt.Sprintf("panic: %v", v))
		}
		if r.g.Imported {
			r.imported()
		}
		if r.root {
			r.flush()
		}
	}()
	result, err = r.run(&pass)
	if err != nil {
		r.failed(err.Error())
		result, err = r.zero(), nil
	}
	return result, err
}

// imported notes the incidents of dependencies. Only an analyzer that has the
// fact among its own sees them.
func (r *guarded) imported() {
	for _, f := range r.pass.AllPackageFacts() {
		if in, ok := f.Fact.(*report.Incident); ok && f.Package != r.pass.Pkg {
			r.incident(fmt.Sprintf("%s failed in the dependency %s: %s", in.Analyzer, in.Package, in.Text))
		}
	}
}

func (r *guarded) zero() any {
	if t := r.pass.Analyzer.ResultType; t != nil {
		return reflect.Zero(t).Interface()
	}
	return nil
}

// report is Pass.Report as the analyzer sees it.
func (r *guarded) report(d analysis.Diagnostic) {
	if d.Category == "" {
		d.Category = r.pass.Analyzer.Name
	}
	if d.Category == report.IncidentCategory {
		r.note(d)
		return
	}
	r.pass.Report(r.named(d))
}

func (r *guarded) named(d analysis.Diagnostic) analysis.Diagnostic {
	if r.g.Prefix {
		d.Message = d.Category + ": " + d.Message
	}
	return d
}

// failed notes that the analyzer failed on this package, and tells the
// packages that import it.
func (r *guarded) failed(text string) {
	name, path := r.pass.Analyzer.Name, r.pass.Pkg.Path()
	r.incident(fmt.Sprintf("%s failed in package %s: %s", name, path, text))
	for _, f := range r.pass.Analyzer.FactTypes {
		if _, ok := f.(*report.Incident); ok {
			r.pass.ExportPackageFact(&report.Incident{Analyzer: name, Package: path, Text: text})
		}
	}
}

// incident notes an incident that stands at the package clause.
func (r *guarded) incident(text string) {
	pos := token.NoPos
	if len(r.pass.Files) > 0 {
		pos = r.pass.Files[0].Package
	}
	r.note(analysis.Diagnostic{
		Pos:      pos,
		Category: report.IncidentCategory,
		Message:  text + "; this is a bug of mcplint, please report it",
	})
}

// note tells the driver of an incident and keeps it for the next root.
func (r *guarded) note(d analysis.Diagnostic) {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	if r.g.OnIncident != nil {
		r.g.OnIncident(Incident{
			Package: r.pass.Pkg.Path(),
			Pos:     r.pass.Fset.Position(d.Pos),
			Message: d.Message,
		})
	}
	r.g.pending[r.pass.Pkg] = append(r.g.pending[r.pass.Pkg], d)
}

// flush reports the incidents of this package that nobody has reported yet.
func (r *guarded) flush() {
	r.g.mu.Lock()
	pending := r.g.pending[r.pass.Pkg]
	delete(r.g.pending, r.pass.Pkg)
	r.g.mu.Unlock()
	for _, d := range pending {
		r.pass.Report(r.named(d))
	}
}
