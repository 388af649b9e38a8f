package analyzers_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/internal/report"
)

// FuzzPackage changes statements of the cases at random and runs all analyzers
// on what still compiles: whatever the package, none may panic or fail. The
// first number chooses the package, each pair of bytes a change.
func FuzzPackage(f *testing.F) {
	// Not within an execution, which must end within ten seconds.
	corpus := loadCases(f)
	for i := range 40 {
		f.Add(uint16(i), []byte{byte(i), byte(7 * i), byte(3 * i), byte(11 * i)})
	}
	f.Add(uint16(1), []byte{})
	f.Fuzz(func(t *testing.T, which uint16, changes []byte) {
		c := corpus.cases[int(which)%len(corpus.cases)]
		fset := token.NewFileSet()
		pkg := &packages.Package{ID: c.PkgPath, PkgPath: c.PkgPath, Name: c.Name, Fset: fset,
			TypesSizes: c.TypesSizes, GoFiles: c.GoFiles, CompiledGoFiles: c.CompiledGoFiles}
		var texts []string
		for _, name := range c.CompiledGoFiles {
			text := mutate(t, corpus.texts[name], changes)
			file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatalf("what was printed does not parse: %v\n%s", err, text)
			}
			pkg.Syntax = append(pkg.Syntax, file)
			texts = append(texts, string(text))
		}
		pkg.TypesInfo = &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
			Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
			Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
			Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
		}
		hard := false
		conf := types.Config{Importer: corpus, Sizes: c.TypesSizes, Error: func(err error) {
			if e, ok := err.(types.Error); !ok || !e.Soft {
				hard = true // unlike a variable that is not used
			}
		}}
		pkg.Types, _ = conf.Check(c.PkgPath, fset, pkg.Syntax, pkg.TypesInfo)
		if hard {
			return // it is no Go any more
		}
		graph, err := checker.Analyze(analyzers.All(), []*packages.Package{pkg}, &checker.Options{Sequential: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, act := range graph.Roots {
			if act.Err != nil {
				t.Errorf("%v: %v\n%s", act, act.Err, texts)
			}
			for _, d := range act.Diagnostics {
				if d.Category == report.IncidentCategory {
					t.Errorf("%v: %s\n%s", act, d.Message, texts)
				}
			}
		}
	})
}

// A caseCorpus is what packages are made from, and imports what it knows.
type caseCorpus struct {
	cases []*packages.Package
	texts map[string][]byte
	known map[string]*types.Package
}

// Import implements types.Importer.
func (c *caseCorpus) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := c.known[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

var loadOnce = sync.OnceValues(func() (*caseCorpus, error) {
	dir := filepath.Join("..", "testdata", "src")
	var patterns []string
	for _, c := range analyzers.Checks() {
		for _, topic := range []string{"gosdk", "mcpgo", "handrpc", "handwritten", "odd", "shapes", "loops", "helpers", "closures", "generics"} {
			if found, _ := filepath.Glob(filepath.Join(dir, c.Name(), topic, "*.go")); len(found) > 0 {
				patterns = append(patterns, "./"+c.Name()+"/"+topic)
			}
		}
	}
	cases, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, patterns...)
	if err != nil {
		return nil, err
	}
	out := &caseCorpus{cases, make(map[string][]byte), make(map[string]*types.Package)}
	packages.Visit(cases, nil, func(p *packages.Package) { out.known[p.PkgPath] = p.Types })
	for _, p := range cases {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		for _, name := range p.CompiledGoFiles {
			if out.texts[name], err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
})

func loadCases(t testing.TB) *caseCorpus {
	t.Helper()
	c, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// maxChanges is how many changes of one package FuzzPackage makes.
const maxChanges = 64

// mutate applies changes to a file: each takes the list of statements that its
// first byte says, and does what its second says with one of them.
func mutate(t *testing.T, text []byte, changes []byte) []byte {
	t.Helper()
	// Hundreds of changes nest loops in loops until the printer, which is not
	// under test, takes minutes.
	changes = changes[:min(len(changes), 2*maxChanges)]
	for len(changes) >= 2 {
		where, what := int(changes[0]), int(changes[1])
		changes = changes[2:]
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "f.go", text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		var lists []*[]ast.Stmt
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				lists = append(lists, &n.List)
			case *ast.CaseClause:
				lists = append(lists, &n.Body)
			case *ast.CommClause:
				lists = append(lists, &n.Body)
			}
			return true
		})
		if len(lists) == 0 {
			return text
		}
		// A step that shares no factor with the usual numbers, so that all
		// lists are within the reach of a byte and the pairs before.
		change(lists[(where*37+what)%len(lists)], where, what)
		var out bytes.Buffer
		if err := format.Node(&out, fset, file); err != nil {
			return text // a list that cannot hold the statement, as that of a switch
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "f.go", out.Bytes(), parser.SkipObjectResolution); err != nil {
			return text
		}
		text = out.Bytes()
	}
	return text
}

// change changes a list of statements.
func change(list *[]ast.Stmt, where, what int) {
	s := *list
	if len(s) == 0 {
		return
	}
	i := where % len(s)
	block := func(x ast.Stmt) *ast.BlockStmt { return &ast.BlockStmt{List: []ast.Stmt{x}} }
	call := func(x ast.Stmt) *ast.CallExpr {
		return &ast.CallExpr{Fun: &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: block(x)}}
	}
	var out []ast.Stmt
	out = append(out, s[:i]...)
	switch what % 12 {
	case 0: // leave it out
	case 1: // twice
		out = append(out, s[i], s[i])
	case 2: // after the next one
		if i+1 < len(s) {
			*list = append(append(out, s[i+1], s[i]), s[i+2:]...)
		}
		return
	case 3:
		out = append(out, &ast.ForStmt{Body: block(s[i])})
	case 4:
		out = append(out, &ast.IfStmt{Cond: ast.NewIdent("true"), Body: block(s[i]), Else: block(s[i])})
	case 5:
		out = append(out, &ast.ExprStmt{X: call(s[i])})
	case 6:
		out = append(out, &ast.DeferStmt{Call: call(s[i])})
	case 7:
		out = append(out, &ast.GoStmt{Call: call(s[i])})
	case 8:
		out = append(out, &ast.SelectStmt{Body: &ast.BlockStmt{List: []ast.Stmt{&ast.CommClause{Body: []ast.Stmt{s[i]}}}}})
	case 9:
		out = append(out, &ast.RangeStmt{X: &ast.BasicLit{Kind: token.INT, Value: "3"}, Body: block(s[i])})
	case 10:
		out = append(out, &ast.SwitchStmt{Body: &ast.BlockStmt{List: []ast.Stmt{&ast.CaseClause{Body: []ast.Stmt{s[i], &ast.BranchStmt{Tok: token.BREAK}}}}}})
	case 11:
		again := ast.NewIdent(fmt.Sprint("again", where))
		out = append(out, &ast.LabeledStmt{Label: again, Stmt: s[i]}, &ast.BranchStmt{Tok: token.GOTO, Label: again})
	}
	*list = append(out, s[i+1:]...)
}
