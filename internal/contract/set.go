// This file answers what all contracts in sight say of a tool or a function.

package contract

import (
	"cmp"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// A Tool is what the contracts that apply say of a tool.
type Tool struct {
	Effect  Effect
	Dedupes []Dedupes // sorted by key
}

// A Set answers what contracts say, as seen from one package: its own
// directives, the facts of its imports, and the settings. It is read-only
// once built.
type Set struct {
	pass     *analysis.Pass
	settings *mcplintconfig.Settings
	facts    bool // pass may import our facts
	fset     *token.FileSet
	own      *Directives
	objects  map[types.Object]*ContractFact
	pkg      PackageFact    // of the package itself
	imported []importedTool // values of direct imports
}

// An importedTool is a contract on a constant of another package.
type importedTool struct {
	pkg string
	ToolContract
}

// NewSet builds the set for pass. It reads facts only if the analyzer of pass
// is the one that exports them, so that others may use a set of their own
// package alone. Directives and settings may be nil.
func NewSet(pass *analysis.Pass, d *Directives, settings *mcplintconfig.Settings) *Set {
	s := &Set{pass: pass, settings: settings, fset: pass.Fset, own: d, facts: importsFacts(pass.Analyzer)}
	s.objects = objectFacts(pass.Fset, pass.Pkg, d)
	s.pkg = packageFact(pass.Fset, pass.Pkg, d)
	if !s.facts {
		return s
	}
	for _, imp := range pass.Pkg.Imports() {
		var f PackageFact
		if pass.ImportPackageFact(imp, &f) {
			for _, t := range f.Values {
				s.imported = append(s.imported, importedTool{imp.Path(), t})
			}
		}
	}
	// Imports come in no order that drivers agree on.
	slices.SortStableFunc(s.imported, func(a, b importedTool) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.Pattern, b.Pattern))
	})
	return s
}

func importsFacts(a *analysis.Analyzer) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool {
		return reflect.TypeOf(f) == reflect.TypeFor[*ContractFact]()
	})
}

// Of returns what is said of obj, or nil. For an instantiated function or
// method it answers for the generic one. -calls counts as a directive.
func (s *Set) Of(obj types.Object) *ContractFact {
	if s == nil || obj == nil {
		return nil
	}
	obj = origin(obj)
	fact := s.directivesOf(obj)
	fn, ok := obj.(*types.Func)
	if !ok || !s.settings.HasCalls() {
		return fact
	}
	c, ok := s.settings.CallOf(fn)
	if !ok || fact != nil && len(fact.Calls) > 0 {
		return fact
	}
	merged := new(ContractFact)
	if fact != nil {
		*merged = *fact
	}
	merged.Calls = []Calls{{c.Name, c.Args}}
	return merged
}

func (s *Set) directivesOf(obj types.Object) *ContractFact {
	if obj.Pkg() == s.pass.Pkg {
		return s.objects[obj]
	}
	if !s.facts || obj.Pkg() == nil {
		return nil
	}
	var f ContractFact
	if s.pass.ImportObjectFact(obj, &f) {
		return &f
	}
	return nil
}

func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

// Tool returns what is said of the tool of that name for a call made in this
// package: by its package clause, its constants, the constants of the
// packages it imports directly, and the settings. Write wins.
func (s *Set) Tool(name string) Tool {
	var t Tool
	if s == nil {
		return t
	}
	t.Effect = s.settings.ToolEffect(name)
	t.addClause(s.pkg.Clause, name)
	t.addValues(s.pkg.Values, name)
	for _, c := range s.imported {
		t.addValues([]ToolContract{c.ToolContract}, name)
	}
	t.Dedupes = sortDedupes(t.Dedupes)
	return t
}

// ToolVia returns what is said of the tool of that name for a call that is
// made through a function of the package with the given path: what Tool says,
// and the contracts on that package's clause and constants.
func (s *Set) ToolVia(path, name string) Tool {
	t := s.Tool(name)
	if s == nil || !s.facts || path == s.pass.Pkg.Path() {
		return t
	}
	for _, pf := range s.pass.AllPackageFacts() {
		f, ok := pf.Fact.(*PackageFact)
		if !ok || pf.Package.Path() != path {
			continue
		}
		t.addClause(f.Clause, name)
		t.addValues(f.Values, name)
	}
	t.Dedupes = sortDedupes(t.Dedupes)
	return t
}

// addClause adds the contracts on a package clause, which speak in patterns.
func (t *Tool) addClause(list []ToolContract, name string) {
	for _, c := range list {
		if syntax.Match(c.Pattern, name) {
			t.add(c)
		}
	}
}

// addValues adds the contracts on constants, which speak of one name.
func (t *Tool) addValues(list []ToolContract, name string) {
	for _, c := range list {
		if c.Pattern == name {
			t.add(c)
		}
	}
}

func (t *Tool) add(c ToolContract) {
	t.Effect = t.Effect.Join(c.Effect)
	t.Dedupes = append(t.Dedupes, c.Dedupes...)
}
