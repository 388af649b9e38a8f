package edit_test

import (
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/edit"
)

// std imports packages of the standard library, each once.
var std = importer.Default()

// load type-checks a file of a package whose other files are rest.
func load(t *testing.T, src string, rest ...string) (*analysis.Pass, *ast.File) {
	t.Helper()
	pass := &analysis.Pass{Fset: token.NewFileSet(), TypesInfo: &types.Info{
		Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Scopes: make(map[ast.Node]*types.Scope),
	}}
	for i, text := range append([]string{src}, rest...) {
		f, err := parser.ParseFile(pass.Fset, string(rune('a'+i))+".go", text, parser.ParseComments)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		pass.Files = append(pass.Files, f)
	}
	// A file before it is fixed has unused variables.
	conf := types.Config{Importer: std, FakeImportC: true, Error: func(error) {}}
	pass.Pkg, _ = conf.Check("example.com/p", pass.Fset, pass.Files, pass.TypesInfo)
	return pass, pass.Files[0]
}

// mark returns the position of the identifier HERE.
func mark(t *testing.T, f *ast.File) *ast.Ident {
	t.Helper()
	var at *ast.Ident
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "HERE" {
			at = id
		}
		return at == nil
	})
	if at == nil {
		t.Fatal("no HERE")
	}
	return at
}

// apply applies edits and checks that gofmt agrees with the result, and that
// it compiles.
func apply(t *testing.T, fset *token.FileSet, src string, edits []analysis.TextEdit, rest ...string) string {
	t.Helper()
	fix := edit.Fix("fix", edits...)
	if fix == nil {
		t.Fatalf("the edits overlap: %v", edits)
	}
	out := src
	for _, e := range slices.Backward(fix.TextEdits) {
		out = out[:fset.Position(e.Pos).Offset] + string(e.NewText) + out[fset.Position(e.End).Offset:]
	}
	pretty, err := format.Source([]byte(out))
	if err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	if string(pretty) != out {
		t.Errorf("gofmt would change\n%sto\n%s", out, pretty)
	}
	fset2 := token.NewFileSet()
	var files []*ast.File
	for i, text := range append([]string{out}, rest...) {
		f, err := parser.ParseFile(fset2, string(rune('a'+i))+".go", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: std, FakeImportC: true}
	if _, err := conf.Check("example.com/p", fset2, files, nil); err != nil {
		t.Errorf("%v in\n%s", err, out)
	}
	return out
}

const use = "\nfunc f(x any) {\n\tx = HERE(nil)\n}\n\nfunc HERE(error) error { return nil }\n"

func TestImport(t *testing.T) {
	for name, c := range map[string]struct {
		head string // all of the file before use
		path string
		want string // the head of the fixed file
		qual string
		rest string
	}{
		"none":              {"package p\n", "errors", "package p\n\nimport \"errors\"\n", "errors.", ""},
		"comment behind":    {"package p // it is p\n", "errors", "package p // it is p\n\nimport \"errors\"\n", "errors.", ""},
		"single":            {"package p\n\nimport \"fmt\" // for Sprint\n\nvar _ = fmt.Sprint\n", "errors", "package p\n\nimport \"fmt\" // for Sprint\nimport \"errors\"\n\nvar _ = fmt.Sprint\n", "errors.", ""},
		"group, first":      {"package p\n\nimport (\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint\n", "errors", "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint\n", "errors.", ""},
		"group, last":       {"package p\n\nimport (\n\t\"context\" // why\n)\n\nvar _ context.Context\n", "errors", "package p\n\nimport (\n\t\"context\" // why\n\t\"errors\"\n)\n\nvar _ context.Context\n", "errors.", ""},
		"group, documented": {"package p\n\nimport (\n\t// why\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint\n", "errors", "package p\n\nimport (\n\t\"errors\"\n\t// why\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint\n", "errors.", ""},
		"empty group":       {"package p\n\nimport ()\n", "errors", "package p\n\nimport (\n\t\"errors\"\n)\n", "errors.", ""},
		"present":           {"package p\n\nimport \"errors\"\n\nvar _ = errors.New\n", "errors", "package p\n\nimport \"errors\"\n\nvar _ = errors.New\n", "errors.", ""},
		"present, alias":    {"package p\n\nimport e \"errors\"\n\nvar _ = e.New\n", "errors", "package p\n\nimport e \"errors\"\n\nvar _ = e.New\n", "e.", ""},
		"dot":               {"package p\n\nimport . \"errors\"\n\nvar _ = New\n", "errors", "package p\n\nimport . \"errors\"\n\nvar _ = New\n", "", ""},
		"blank":             {"package p\n\nimport _ \"errors\"\n", "errors", "package p\n\nimport _ \"errors\"\nimport \"errors\"\n", "errors.", ""},
		"name taken":        {"package p\n\nvar errors = 1\n", "errors", "package p\n\nimport errors2 \"errors\"\n\nvar errors = 1\n", "errors2.", ""},
		"taken elsewhere":   {"package p\n", "errors", "package p\n\nimport errors2 \"errors\"\n", "errors2.", "package p\n\nvar errors = 1\n"},
		"taken by import":   {"package p\n\nimport errors \"fmt\"\n\nvar _ = errors.Sprint\n", "errors", "package p\n\nimport errors \"fmt\"\nimport errors2 \"errors\"\n\nvar _ = errors.Sprint\n", "errors2.", ""},
		"documented":        {"package p\n\n// why\nimport \"unsafe\"\n\nvar _ unsafe.Pointer\n", "errors", "package p\n\n// why\nimport \"unsafe\"\nimport \"errors\"\n\nvar _ unsafe.Pointer\n", "errors.", ""},
		"cgo":               {"package p\n\n// int x;\nimport \"C\"\n", "errors", "package p\n\nimport \"errors\"\n\n// int x;\nimport \"C\"\n", "errors.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			src := c.head + use
			var rest []string
			if c.rest != "" {
				rest = append(rest, c.rest)
			}
			pass, f := load(t, src, rest...)
			at := mark(t, f)
			qual, edits := edit.In(pass, at.Pos()).Import(at.Pos(), c.path, "")
			if qual != c.qual {
				t.Errorf("qualifier %q, want %q", qual, c.qual)
			}
			edits = append(edits, edit.Replace(at.Pos()+token.Pos(len("HERE(")), at.End()+token.Pos(len("(nil")), qual+`New("")`))
			got := apply(t, pass.Fset, src, edits, rest...)
			if head, _, _ := strings.Cut(got, "\nfunc f("); head != c.want {
				t.Errorf("the fixed file begins\n%s\nwant\n%s", head, c.want)
			}
		})
	}
}

// A package that is imported but hidden where it is needed is imported again.
func TestImportHidden(t *testing.T) {
	const src = "package p\n\nimport \"errors\"\n\nvar _ = errors.New\n\nfunc f(errors int) {\n\tHERE(nil)\n}\n\nfunc HERE(error) {}\n"
	pass, f := load(t, src)
	at := mark(t, f)
	qual, edits := edit.In(pass, at.Pos()).Import(at.Pos(), "errors", "")
	edits = append(edits, edit.Replace(at.End()+1, at.End()+4, qual+`New("")`))
	got := apply(t, pass.Fset, src, edits)
	if qual != "errors2." || !strings.Contains(got, "import errors2 \"errors\"\n") {
		t.Errorf("qualifier %q in\n%s", qual, got)
	}
}

func TestImportThirdParty(t *testing.T) {
	const head = "package p\n\nimport (\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint\n"
	for _, c := range []struct{ path, base, qual, spec string }{
		{"github.com/cenkalti/backoff/v5", "", "backoff.", "\"github.com/cenkalti/backoff/v5\""},
		{"gopkg.in/yaml.v3", "", "yaml.", "\"gopkg.in/yaml.v3\""},
		{"github.com/avast/retry-go/v4", "retry", "retry.", "retry \"github.com/avast/retry-go/v4\""},
		{"github.com/avast/go-retry", "", "retry.", "retry \"github.com/avast/go-retry\""},
		{"github.com/x/y.go", "fmt", "fmt2.", "fmt2 \"github.com/x/y.go\""},
		{"v2", "", "v2.", "\"v2\""},
	} {
		pass, f := load(t, head+use)
		at := mark(t, f)
		qual, edits := edit.In(pass, at.Pos()).Import(at.Pos(), c.path, c.base)
		if qual != c.qual || len(edits) != 1 || strings.TrimSpace(string(edits[0].NewText)) != c.spec {
			t.Errorf("Import(%s, %q) = %q, %+v", c.path, c.base, qual, edits)
		}
	}
}

func TestInsertBefore(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"block":   {"\tfor range 3 {\n\t\t// why\n\t\tHERE()\n\t}\n", "\tfor range 3 {\n\t\t// why\n\t\ta()\n\t\tb()\n\t\tHERE()\n\t}\n"},
		"case":    {"\tswitch {\n\tcase true:\n\t\tHERE()\n\t}\n", "\tswitch {\n\tcase true:\n\t\ta()\n\t\tb()\n\t\tHERE()\n\t}\n"},
		"select":  {"\tselect {\n\tdefault:\n\t\ta()\n\t\tHERE()\n\t}\n", "\tselect {\n\tdefault:\n\t\ta()\n\t\ta()\n\t\tb()\n\t\tHERE()\n\t}\n"},
		"literal": {"\tfunc() { HERE() }()\n", "\tfunc() { a(); b(); HERE() }()\n"},
		"label":   {"\tgoto L\nL:\n\tfor {\n\t\tHERE()\n\t\tbreak L\n\t}\n", "\tgoto L\nL:\n\tfor {\n\t\ta()\n\t\tb()\n\t\tHERE()\n\t\tbreak L\n\t}\n"},
		"init":    {"\tif HERE(); true {\n\t}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			const head, tail = "package p\n\nfunc f() {\n", "}\n\nfunc a()    {}\nfunc b()    {}\nfunc HERE() {}\n"
			src := head + c.body + tail
			pass, f := load(t, src)
			at := mark(t, f)
			e, ok := edit.In(pass, at.Pos()).InsertBefore(enclosing(f, at), "a()", "b()")
			if ok != (c.want != "") {
				t.Fatalf("InsertBefore reports %v", ok)
			}
			if !ok {
				return
			}
			if got := apply(t, pass.Fset, src, []analysis.TextEdit{e}); got != head+c.want+tail {
				t.Errorf("the fixed file is\n%s", got)
			}
		})
	}
}

// enclosing returns the innermost statement around the identifier.
func enclosing(f *ast.File, id *ast.Ident) (stmt ast.Stmt) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(ast.Stmt); ok && s.Pos() <= id.Pos() && id.End() <= s.End() {
			stmt = s
		}
		return true
	})
	return stmt
}

// Before a label means before it, not behind.
func TestInsertBeforeLabel(t *testing.T) {
	const src = "package p\n\nfunc f() {\n\tprintln()\nL:\n\tfor {\n\t\tbreak L\n\t}\n}\n"
	pass, f := load(t, src)
	label := f.Decls[0].(*ast.FuncDecl).Body.List[1]
	e, ok := edit.In(pass, label.Pos()).InsertBefore(label, "println(1)", "println(2)")
	if !ok {
		t.Fatal("nothing can be inserted")
	}
	got := apply(t, pass.Fset, src, []analysis.TextEdit{e})
	if !strings.Contains(got, "\tprintln()\n\tprintln(1)\n\tprintln(2)\nL:\n") {
		t.Errorf("the fixed file is\n%s", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct{ expr, before, behind, want string }{
		{"err", "wrap(", ")", "wrap(err)"},
		{"a + b", "wrap(", ")", "wrap(a + b)"},
		{"a + b", "wrap(ctx, ", ", 1)", "wrap(ctx, a + b, 1)"},
		{"a || b", "!", "", "!(a || b)"},
		{"f(x)", "!", "", "!f(x)"},
		{"*p", "", ".m()", "(*p).m()"},
		{"func() {}", "", "()", "(func() {})()"},
	} {
		e, err := parser.ParseExpr(c.expr)
		if err != nil {
			t.Fatal(err)
		}
		out := c.expr
		for _, ed := range slices.Backward(edit.Wrap(e, c.before, c.behind)) {
			out = out[:ed.Pos-1] + string(ed.NewText) + out[ed.End-1:]
		}
		if out != c.want {
			t.Errorf("Wrap(%s, %q, %q) makes %s, want %s", c.expr, c.before, c.behind, out, c.want)
		}
	}
}

func TestFreshName(t *testing.T) {
	const src = `package p

var key2 = 1

func f(key string) {
	HERE()
	func() {
		key3 := 1
		_ = key3
	}()
}

func g() { key5 := 1; _ = key5 }

func HERE() {}
`
	pass, f := load(t, src)
	at := mark(t, f)
	file := edit.In(pass, at.Pos())
	for base, want := range map[string]string{"key": "key4", "key5": "key5", "id": "id", "len": "len2", "f": "f2"} {
		if got := file.FreshName(at.Pos(), base); got != want {
			t.Errorf("FreshName(%q) = %q, want %q", base, got, want)
		}
	}
	if edit.In(pass, token.NoPos) != nil {
		t.Error("no position is in a file")
	}
}

func TestFix(t *testing.T) {
	a, b := edit.Insert(5, "x"), edit.Replace(1, 3, "y")
	fix := edit.Fix("message", a, b, a, analysis.TextEdit{Pos: 7, NewText: []byte("z")})
	if fix == nil || len(fix.TextEdits) != 3 || fix.TextEdits[0].Pos != 1 || fix.TextEdits[2].End != 7 {
		t.Errorf("the fix is %+v", fix)
	}
	if edit.Fix("message", edit.Replace(1, 3, ""), edit.Replace(2, 4, "")) != nil {
		t.Error("overlapping edits make a fix")
	}
}
