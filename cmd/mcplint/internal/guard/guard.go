// Package guard stands between the drivers and the analyzers. It puts the
// rule's name into messages where the driver prints none, honours
// //nolint:mcplint, and turns what goes wrong inside an analyzer, a panic as
// well as an error, into an incident that the driver can tell from a clean
// result: honnef's runner would drop the error and die of the panic, and
// unitchecker would leave all dependents of the package without types.
package guard

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"runtime/debug"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Category marks diagnostics that say that mcplint itself failed.
const Category = "incident"

// An Incident is a failure inside an analyzer.
type Incident struct {
	Package string
	Pos     token.Position
	Message string
	Stack   string // of a panic
}

// A Guard holds what the wrapped analyzers share.
type Guard struct {
	// Prefix puts "rule: " in front of every message.
	Prefix bool
	// Nolint returns the lines of a file on which a //nolint comment
	// silences mcplint. Nil honours none.
	Nolint func(fset *token.FileSet, file *ast.File) map[int]bool
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
	g      *Guard
	root   bool
	pass   *analysis.Pass
	run    func(*analysis.Pass) (any, error)
	silent map[*token.File]map[int]bool // cache of Nolint
}

// do runs the analyzer. After an incident the result is the zero value of the
// analyzer's result type rather than an error: an error would also fail all
// analyzers that need the result, each with a message that hides the cause.
func (r *guarded) do() (result any, err error) {
	pass := *r.pass
	pass.Report = r.report
	defer func() {
		if v := recover(); v != nil {
			result, err = r.zero(), nil
			r.incident(fmt.Sprintf("panic: %v", v), string(debug.Stack()))
		}
		if r.root {
			r.flush()
		}
	}()
	result, err = r.run(&pass)
	if err != nil {
		r.incident(err.Error(), "")
		result, err = r.zero(), nil
	}
	return result, err
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
	if d.Category == Category {
		r.note(d, "")
		return
	}
	if !r.silenced(d.Pos) {
		r.pass.Report(r.named(d))
	}
}

func (r *guarded) named(d analysis.Diagnostic) analysis.Diagnostic {
	if r.g.Prefix {
		d.Message = d.Category + ": " + d.Message
	}
	return d
}

// incident says that the analyzer failed on this package.
func (r *guarded) incident(text, stack string) {
	pos := token.NoPos
	if len(r.pass.Files) > 0 {
		pos = r.pass.Files[0].Package
	}
	r.note(analysis.Diagnostic{
		Pos:      pos,
		Category: Category,
		Message:  fmt.Sprintf("analyzer %s failed on package %s: %s", r.pass.Analyzer.Name, r.pass.Pkg.Path(), text),
	}, stack)
}

// note tells the driver of an incident and keeps it for the next root.
func (r *guarded) note(d analysis.Diagnostic, stack string) {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	if r.g.OnIncident != nil {
		r.g.OnIncident(Incident{
			Package: r.pass.Pkg.Path(),
			Pos:     r.pass.Fset.Position(d.Pos),
			Message: d.Message,
			Stack:   stack,
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

// silenced reports whether a //nolint comment covers the line of pos.
func (r *guarded) silenced(pos token.Pos) bool {
	if r.g.Nolint == nil || !pos.IsValid() {
		return false
	}
	file := r.pass.Fset.File(pos)
	lines, ok := r.silent[file]
	if !ok {
		for _, f := range r.pass.Files {
			if r.pass.Fset.File(f.FileStart) == file {
				lines = r.g.Nolint(r.pass.Fset, f)
			}
		}
		if r.silent == nil {
			r.silent = map[*token.File]map[int]bool{}
		}
		r.silent[file] = lines
	}
	return lines[file.PositionFor(pos, false).Line]
}
