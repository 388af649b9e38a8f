package contract_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// parse parses one file of a package "p".
func parse(t testing.TB, src string) (*token.FileSet, *ast.File, *types.Info, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	pkg, _ := conf.Check("p", fset, []*ast.File{f}, info)
	return fset, f, info, pkg
}

// Errors and directives are told with the text they stand on.
func TestPositions(t *testing.T) {
	const src = `package p

//mcplint:raed "x"
const a = "a"

//mcplint:read one=1 "x"
const b = "b"

//mcplint:read  "x" "y \"z\"" // behind
const c = "c"

//mcplint:ignore retrywrite,nosuch reason
const d = "d"

//mcplint:dedupes key=a:b window=24h "x"
const e = "e"

//mcplint:write   // behind
const f = "f"
`
	fset, file, info, pkg := parse(t, src)
	d := contract.Parse(fset, []*ast.File{file}, info, pkg)
	text := func(pos, end token.Pos) string {
		return src[fset.Position(pos).Offset:fset.Position(end).Offset]
	}
	var got []string
	for _, e := range d.Errors {
		got = append(got, text(e.Pos, e.End))
	}
	want := []string{`raed`, `one=1`, `"y \"z\""`, `nosuch`, `key=a:b`}
	if !slices.Equal(got, want) {
		t.Errorf("errors stand on %q, want %q", got, want)
	}
	if len(d.List) != 1 || text(d.List[0].Pos, d.List[0].End) != "//mcplint:write" {
		t.Errorf("directives are %v", d.List)
	}
	if len(d.Ignores) != 1 || !slices.Equal(d.Ignores[0].Rules, []string{"retrywrite"}) || d.Ignores[0].Reason != "reason" {
		t.Errorf("ignores are %+v", d.Ignores)
	}
}

func TestIgnoreCovers(t *testing.T) {
	const src = `package p

//mcplint:ignore retrywrite the whole function
func a() {
	println(1)
}

func b() {
	println(2)
	//mcplint:ignore retrywrite,httpretry the whole loop
	// and more words
	for {
		println(3)
	}
	println(4) //mcplint:ignore retrywrite this line
	println(5)
}

// Doc.
//
//mcplint:ignore retrywrite one of the group
var (
	c = 1
	//mcplint:ignore freshkey the next
	d = func() {
		println(6)
	}
	e = 3
)

var f = []int{
	1,
	//mcplint:ignore retrywrite an element
	2 +
		3,
	4,
}
`
	fset, file, info, pkg := parse(t, src)
	d := contract.Parse(fset, []*ast.File{file}, info, pkg)
	for _, e := range d.Errors {
		t.Errorf("%s: %s", fset.Position(e.Pos), e.Message)
	}
	var got []string
	for _, ig := range d.Ignores {
		got = append(got, fmt.Sprintf("%s %d-%d", strings.Join(ig.Rules, ","), ig.From, ig.To))
	}
	want := []string{
		"retrywrite 3-6", "httpretry,retrywrite 10-14", "retrywrite 15-15",
		"retrywrite 19-29", "freshkey 24-27", "retrywrite 33-35",
	}
	if !slices.Equal(got, want) {
		t.Errorf("ignores cover\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	ig := d.Ignores[1]
	for _, c := range []struct {
		rule, file string
		line       int
		want       bool
	}{
		{"httpretry", "p.go", 12, true}, {"httpretry", "p.go", 15, false},
		{"httpretry", "q.go", 12, false}, {"freshkey", "p.go", 12, false},
	} {
		if ig.Covers(c.rule, c.file, c.line) != c.want {
			t.Errorf("Covers(%q, %q, %d) is not %v", c.rule, c.file, c.line, c.want)
		}
	}
}

// Physical lines count, whatever //line comments say.
func TestIgnoreLineComments(t *testing.T) {
	const src = "package p\n\n//line other.y:100\n\nfunc a() {\n//line other.y:7\n\tprintln(1) //mcplint:ignore retrywrite why\n}\n"
	fset, file, info, pkg := parse(t, src)
	d := contract.Parse(fset, []*ast.File{file}, info, pkg)
	if len(d.Ignores) != 1 || !d.Ignores[0].Covers("retrywrite", "p.go", 7) {
		t.Errorf("ignores are %+v, errors %v", d.Ignores, d.Errors)
	}
}

// Without types the grammar and the kind of declaration are still checked.
func TestWithoutTypes(t *testing.T) {
	fset, file, _, _ := parse(t, "package p\n\n//mcplint:read\nfunc f() {}\n\n//mcplint:confirms\ntype t int\n\n//mcplint:write\nvar v int\n")
	d := contract.Parse(fset, []*ast.File{file}, nil, nil)
	if len(d.Errors) != 2 || len(d.List) != 1 || len(d.List[0].Objects) != 0 {
		t.Errorf("errors are %v, directives %v", d.Errors, d.List)
	}
}

// export is an analyzer that exports the facts, and whose diagnostics answer
// calls of ask("tool") and uses of functions, as the engine will ask.
var export = &analysis.Analyzer{
	Name:      "exportcontracts",
	Doc:       "exports contracts and tells what they say",
	Requires:  []*analysis.Analyzer{mcplintconfig.Analyzer},
	FactTypes: contract.FactTypes(),
	Run: func(pass *analysis.Pass) (any, error) {
		d := contract.Parse(pass.Fset, pass.Files, pass.TypesInfo, pass.Pkg)
		contract.Export(pass, d)
		set := contract.NewSet(pass, d, pass.ResultOf[mcplintconfig.Analyzer].(*mcplintconfig.Settings))
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				answer(pass, set, call)
				return true
			})
		}
		for _, c := range set.Conflicts() {
			pass.Reportf(c.Pos, "%s", c.Message)
		}
		return nil, nil
	},
}

func answer(pass *analysis.Pass, set *contract.Set, call *ast.CallExpr) {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return
	}
	if id.Name == "ask" || id.Name == "askVia" {
		name := strings.Trim(call.Args[0].(*ast.BasicLit).Value, `"`)
		tool := set.Tool(name)
		if id.Name == "askVia" {
			tool = set.ToolVia("cases/contractfacts/lib", name)
		}
		pass.Reportf(call.Pos(), "%s is %v %v", name, tool.Effect, tool.Dedupes)
		return
	}
	if f := set.Of(pass.TypesInfo.Uses[id]); f != nil {
		pass.Reportf(call.Pos(), "%s", f)
	}
}

func TestFacts(t *testing.T) {
	casetest.RunFlags(t, export, []string{
		"-read=from_settings", "-write=w_*",
		"-calls=cases/contractfacts/app.Outside.Call:1:2,(*cases/contractfacts/app.Impl).Call:0",
	}, "contractfacts/...")
}

func TestFactsOf(t *testing.T) {
	got := casetest.Facts(t, export, "contractfacts/lib")
	for _, want := range []string{
		`cases/contractfacts/lib.Do: contract(calls name=1 args=2)`,
		`cases/contractfacts/lib.Get: contract(read)`,
		`cases/contractfacts/lib: contracts(clause "list_*": read; value "blank": write; value "book": dedupes key=arguments.key window=24h0m0s scope=account; value "get": read; value "pay": write)`,
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no fact\n%s\namong\n%s", want, strings.Join(got, "\n"))
		}
	}
}
