// Package nogo runs analyzers under the contract of Bazel's nogo (rules_go):
// one package at a time, with types from export data and facts from bytes;
// on dependencies only the producers of facts, on the standard library
// nothing; no module, no other files, and nothing to read. It is for tests.
package nogo

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// LoadMode is what Run needs to know of packages.
const LoadMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedExportFile | packages.NeedModule

// A Driver analyses packages.
type Driver struct {
	Analyzers []*analysis.Analyzer
	// Name gives the name under which a file is known to the analyzers. In
	// a sandbox it leads nowhere.
	Name func(file string) string

	facts    map[string][]byte // by package
	findings []string
}

// Run analyses the roots and all that they depend on. It returns what is found
// in the roots, as sorted lines "file:line:column: analyzer: message", and the
// facts of every package, as bytes.
func (d *Driver) Run(roots []*packages.Package) (findings []string, facts map[string][]byte, err error) {
	d.facts, d.findings = map[string][]byte{}, nil
	packages.Visit(roots, nil, func(p *packages.Package) { // dependencies first
		// Packages of std have no module.
		if err == nil && p.Module != nil {
			err = d.analyse(p, slices.Contains(roots, p))
		}
	})
	slices.Sort(d.findings)
	return d.findings, d.facts, err
}

// analyse is one action of nogo.
func (d *Driver) analyse(p *packages.Package, root bool) error {
	u := &unit{d: d, fset: token.NewFileSet(), results: map[*analysis.Analyzer]any{}}
	if err := u.load(p); err != nil {
		return fmt.Errorf("%s: %w", p.PkgPath, err)
	}
	if err := u.readFacts(p); err != nil {
		return fmt.Errorf("%s: %w", p.PkgPath, err)
	}
	list := d.Analyzers
	if !root {
		list = producers(list)
	}
	before := ""
	if root {
		before = u.syntax()
	}
	for _, a := range list {
		if err := u.run(a, root); err != nil {
			return fmt.Errorf("%s: %s: %w", p.PkgPath, a.Name, err)
		}
	}
	if root && u.syntax() != before {
		return fmt.Errorf("%s: an analyzer changed the syntax tree", p.PkgPath)
	}
	data, err := u.writeFacts()
	d.facts[p.PkgPath] = data
	return err
}

// producers returns the analyzers with facts among those listed and all that
// they require.
func producers(list []*analysis.Analyzer) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	seen := map[*analysis.Analyzer]bool{}
	var visit func([]*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if !seen[a] {
				seen[a] = true
				visit(a.Requires)
				if len(a.FactTypes) > 0 {
					out = append(out, a)
				}
			}
		}
	}
	visit(list)
	return out
}

// A unit is a package under analysis.
type unit struct {
	d       *Driver
	fset    *token.FileSet
	files   []*ast.File
	pkg     *types.Package
	info    *types.Info
	known   map[string]*types.Package // pkg and what it refers to
	facts   factSet
	results map[*analysis.Analyzer]any
}

// load parses the package and takes the types of its imports from export
// data.
func (u *unit) load(p *packages.Package) error {
	for _, name := range p.CompiledGoFiles {
		if !strings.HasSuffix(name, ".go") {
			continue // assembly
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(u.fset, u.d.Name(name), text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		u.files = append(u.files, f)
	}
	export := map[string]string{} // files, by import path
	packages.Visit([]*packages.Package{p}, nil, func(q *packages.Package) { export[q.PkgPath] = q.ExportFile })
	gc := importer.ForCompiler(u.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(export[path]) })
	u.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	config := types.Config{
		Importer: importerFunc(func(path string) (*types.Package, error) {
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			if q := p.Imports[path]; q != nil {
				path = q.PkgPath // a vendored one
			}
			return gc.Import(path)
		}),
		Sizes: types.SizesFor("gc", "amd64"),
	}
	if p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	var err error
	u.pkg, err = config.Check(p.PkgPath, u.fset, u.files, u.info)
	return err
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// run runs an analyzer, after those that it requires.
func (u *unit) run(a *analysis.Analyzer, root bool) error {
	if _, done := u.results[a]; done {
		return nil
	}
	for _, r := range a.Requires {
		if err := u.run(r, false); err != nil {
			return err
		}
	}
	pass := &analysis.Pass{
		Analyzer: a, Fset: u.fset, Files: u.files, Pkg: u.pkg, TypesInfo: u.info,
		TypesSizes: types.SizesFor("gc", "amd64"), ResultOf: map[*analysis.Analyzer]any{},
		ReadFile: func(name string) ([]byte, error) {
			return nil, errors.New("nothing may be read here: " + name)
		},
		Report: func(diag analysis.Diagnostic) {
			if root {
				u.d.findings = append(u.d.findings, fmt.Sprintf("%s: %s: %s", u.fset.Position(diag.Pos), a.Name, diag.Message))
			}
		},
	}
	u.facts.serve(pass)
	for _, r := range a.Requires {
		pass.ResultOf[r] = u.results[r]
	}
	result, err := a.Run(pass)
	u.results[a] = result
	return err
}
