// This file is the gate: it decides what a package is worth, before anything expensive
// is done.

package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/astpath"
	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/stream"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// Analyzer computes effect summaries and exports them, and the contracts, as
// facts. It reports nothing. Its result is an *Engine, which is read-only.
var Analyzer = &analysis.Analyzer{
	Name: "mcpeffect",
	Doc: "computes which functions issue tools/call\n\n" +
		"It reports nothing: it is the producer of the facts that the analyzers of mcplint share.",
	URL:        "https://github.com/mcprecovery/mcplint/blob/main/docs/design.md",
	Requires:   []*analysis.Analyzer{mcplintconfig.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*Engine](),
	FactTypes: append(append(contract.FactTypes(), streamFacts()...),
		new(Summary), new(FuncVar), new(Relevant), new(Incident), new(HTTPFact), new(KeyFact), new(RoundsOff), new(Journals), new(TakesAttempt), new(Licences)),
}

func run(pass *analysis.Pass) (result any, err error) {
	engine := new(Engine)
	// One crash on a dependency would break all its dependents: the failure
	// becomes an incident, and the package counts as having no effects.
	_, err = report.Guard(pass, func() (any, error) {
		e, err := newEngine(pass)
		if e != nil {
			engine = e
		}
		return nil, err
	})
	return engine, err
}

// gate is "open" in a build that analyses each package as one that speaks MCP,
// those of the standard library too: it finds nothing, but shows what the
// analyzers do with any Go there is. docs/robustness.md says how to make it.
var gate string

// Factless reports whether the package with this path has no facts, whatever is
// in it: nothing in the standard library knows of MCP, and what its functions do
// is in the tables.
func Factless(path string) bool { return knowledge.IsStd(path) && gate != "open" }

// newEngine is the gate: it decides what the package is worth.
func newEngine(pass *analysis.Pass) (*Engine, error) {
	settings := pass.ResultOf[mcplintconfig.Analyzer].(*mcplintconfig.Settings)
	e := &Engine{Pass: pass, Settings: settings}
	path := strings.TrimSuffix(pass.Pkg.Path(), "_test")
	if Factless(path) {
		return e, nil
	}
	e.Directives = contract.Parse(pass.Fset, pass.Files, pass.TypesInfo, pass.Pkg)
	contract.Export(pass, e.Directives)
	e.Contracts = contract.NewSet(pass, e.Directives, settings)

	if knowledge.IsSDK(path) {
		// It makes its importers relevant. Its own packages are analysed like
		// any other, so that what they do wrong themselves is found.
		e.SDK = true
		pass.ExportPackageFact(&Relevant{SDK: true, NoResumes: knowledge.Lacks(pass.Pkg, knowledge.ResumesAfter404)})
	}
	e.Relevant = e.SDK || e.importsRelevant() || mentionsMCP(pass) || hasToolInterface(pass) || gate == "open"
	if e.Relevant && !e.SDK {
		pass.ExportPackageFact(&Relevant{NoResumes: e.lacksResumes()})
	}
	e.jsonrpc = e.speaksJSONRPC()
	if !e.Relevant && !e.aboutKeys() && !e.aboutJournals() && !e.aboutLicences() && !e.jsonrpc && !helperCandidate(pass) && !stream.Candidate(pass.Files) && !httpclient.Candidate(pass) {
		return e, nil
	}
	e.build()
	return e, nil
}

// importsRelevant reports whether a direct import has the Relevant fact. The
// imports of an import are not looked at: under go vet a package shows only
// those that its export data mentions.
func (e *Engine) importsRelevant() bool {
	for _, imp := range e.Pass.Pkg.Imports() {
		var r Relevant
		if e.Pass.ImportPackageFact(imp, &r) || knowledge.IsSDK(imp.Path()) {
			return true
		}
	}
	return false
}

// lacksResumes reports whether an import says so.
func (e *Engine) lacksResumes() bool {
	return slices.ContainsFunc(e.Pass.Pkg.Imports(), func(imp *types.Package) bool {
		var r Relevant
		return e.Pass.ImportPackageFact(imp, &r) && r.NoResumes
	})
}

// mentionsMCP reports whether the package builds MCP requests by hand: it has
// one of the protocol's own words as a string literal.
func mentionsMCP(pass *analysis.Pass) bool {
	for _, f := range pass.Files {
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && len(lit.Value) < 4096 {
				found = found || protocolWord(lit.Value)
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func protocolWord(lit string) bool {
	if s, err := strconv.Unquote(lit); err == nil && stream.Word(s) {
		return true
	}
	for _, w := range []string{"tools/call", "tools/list", "Mcp-Session-Id", "Last-Event-ID", "Last-Event-Id"} {
		if strings.Contains(lit, w) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(lit), "mcp-session-id") || strings.Contains(strings.ToLower(lit), "last-event-id")
}

// hasToolInterface reports whether the package declares an interface method
// that is shaped like a tool call: clients hide the SDK behind such.
func hasToolInterface(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Defs {
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && toolMethodShape(fn) {
			return true
		}
	}
	return false
}

// helperCandidate reports whether the package has a function that may matter
// to a caller that talks MCP: one that calls a func parameter in a loop or
// twice, or that judges an error.
func helperCandidate(pass *analysis.Pass) bool {
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			if judgesError(fd) || reinvokesParam(fd) {
				return true
			}
		}
	}
	return false
}

// judgesError: func(… err error …) bool, or a kind of error.
func judgesError(fd *ast.FuncDecl) bool {
	res := fd.Type.Results
	if res == nil || len(res.List) == 0 || len(res.List) > 2 {
		return false
	}
	if id, ok := res.List[0].Type.(*ast.Ident); !ok || id.Name == "error" || id.Name == "string" {
		return false
	}
	if !fd.Name.IsExported() {
		return false
	}
	for _, p := range fd.Type.Params.List {
		if id, ok := p.Type.(*ast.Ident); ok && id.Name == "error" {
			return true
		}
	}
	return false
}

func reinvokesParam(fd *ast.FuncDecl) bool {
	if !fd.Name.IsExported() {
		return false
	}
	funcs := make(map[string]int)
	for _, p := range fd.Type.Params.List {
		if ft, ok := p.Type.(*ast.FuncType); ok && mayFail(ft) {
			for _, n := range p.Names {
				funcs[n.Name] = 0
			}
		} else if mayBeFuncType(p.Type) {
			for _, n := range p.Names {
				funcs[n.Name] = 0
			}
		}
	}
	if len(funcs) == 0 {
		return false
	}
	again := false
	astpath.Loops(fd.Body, func(m ast.Node, loop bool) bool {
		if c, ok := m.(*ast.CallExpr); ok {
			if id, ok := c.Fun.(*ast.Ident); ok {
				if n, ok := funcs[id.Name]; ok {
					funcs[id.Name] = n + 1
					again = again || loop || n > 0
				}
			}
		}
		return !again
	})
	return again
}

// mayFail is what [fallible] asks of a func's type, of its syntax.
func mayFail(ft *ast.FuncType) bool {
	if ft.Results == nil || len(ft.Results.List) == 0 {
		return false
	}
	res := ft.Results.List
	if id, ok := res[len(res)-1].Type.(*ast.Ident); !ok || id.Name != "bool" {
		return true
	}
	for _, p := range ft.Params.List {
		switch t := p.Type.(type) {
		case *ast.Ident: // a number, perhaps
			if t.Name == "string" || ast.IsExported(t.Name) {
				return false
			}
		case *ast.SelectorExpr:
			if t.Sel.Name != "Context" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// mayBeFuncType: a named type, which may be one of func type (Operation).
func mayBeFuncType(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return ast.IsExported(e.Name)
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}
