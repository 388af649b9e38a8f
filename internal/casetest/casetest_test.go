package casetest

import (
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/report"
)

// A recorder is a test that is expected to fail.
type recorder struct {
	testing.TB
	mu   sync.Mutex
	said []string
	fail bool
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fail = true
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

func (r *recorder) Error(args ...any) { r.Errorf("%v", args) }

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	r.FailNow()
}

func (r *recorder) Fatal(args ...any) { r.Fatalf("%v", args) }
func (r *recorder) FailNow()          { r.fail = true; runtime.Goexit() }
func (r *recorder) Failed() bool      { return r.fail }

// try runs f as a test and returns what it said, in one text.
func try(t *testing.T, f func(t testing.TB)) string {
	t.Helper()
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return strings.Join(r.said, "\n")
}

// tree writes a module of the given files.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	files = maps.Clone(files)
	files["go.mod"] = "module cases\n\ngo 1.26\n"
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// toy reports calls of functions called bad, with a fix that calls good
// instead; calls of functions called worse, without one; and it fails at
// calls of panics.
var toy = &analysis.Analyzer{
	Name: "toy",
	Doc:  "reports bad calls",
	Run: func(pass *analysis.Pass) (any, error) {
		return report.Guard(pass, func() (any, error) {
			for _, f := range pass.Files {
				ast.Inspect(f, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok {
						toyCall(pass, call)
					}
					return true
				})
			}
			return nil, nil
		})
	},
}

func toyCall(pass *analysis.Pass, call *ast.CallExpr) {
	id, ok := call.Fun.(*ast.Ident)
	if !ok {
		return
	}
	d := analysis.Diagnostic{Pos: call.Pos(), Message: "call of " + id.Name}
	switch id.Name {
	case "panics":
		panic("toy")
	case "bad", "same", "wrong":
		to := map[string]string{"bad": "good", "same": "same ", "wrong": "missing"}[id.Name]
		d.SuggestedFixes = []analysis.SuggestedFix{{Message: "call another", TextEdits: []analysis.TextEdit{
			{Pos: id.Pos(), End: id.End(), NewText: []byte(to)}}}}
		pass.Report(d)
	case "worse":
		pass.Report(d)
	}
}

const funcs = "package p\n\nfunc bad() {}\nfunc good() {}\nfunc worse() {}\nfunc same() {}\nfunc wrong() {}\nfunc panics() {}\n"

func TestRunFails(t *testing.T) {
	for name, c := range map[string]struct {
		files   map[string]string
		pattern string
		want    string // a regexp; "" if nothing is to be said
	}{
		"fine":               {map[string]string{"a/f.go": funcs, "a/a.go": "package p\n\nfunc a() {\n\tbad() // want `call of bad`\n\tgood()\n\t// want +1 \"worse\" `call of bad`\n\tworse(); bad()\n}\n"}, "a", ""},
		"behind a directive": {map[string]string{"a/f.go": funcs, "a/a.go": "package p\n\nfunc a() {\n\tbad() //x:y z // want `bad`\n}\n"}, "a", ""},
		"facts of others":    {map[string]string{"a/f.go": funcs, "a/a.go": "package p\n\nfunc a() {} // want a:`fact`\n"}, "a", ""},
		"in a test":          {map[string]string{"a/f.go": funcs, "a/a_test.go": "package p\n\nfunc a() {\n\tbad()\n}\n"}, "...", `a/a_test.go:4: unexpected diagnostic: call of bad`},
		"unexpected":         {map[string]string{"a/f.go": funcs, "a/a.go": "package p\n\nfunc a() {\n\tbad()\n}\n"}, "a", `toy: a/a.go:4: unexpected diagnostic: call of bad`},
		"missing":            {map[string]string{"a/f.go": funcs, "a/a.go": "package p\n\nfunc a() {\n\tgood() // want `x`\n}\n"}, "a", "toy: a/a.go:4: no diagnostic matches `x`"},
		"not matching":       {map[string]string{"a/f.go": funcs, "a/a.go": "package p\n\nfunc a() {\n\tbad() // want `x`\n}\n"}, "a", "(?s)no diagnostic matches `x`.*unexpected diagnostic"},
		"malformed want":     {map[string]string{"a/a.go": "package p\n\nfunc a() {} // want x\n"}, "a", `in a want comment: no : behind x`},
		"bad regexp":         {map[string]string{"a/a.go": "package p\n\nfunc a() {} // want `(`\n"}, "a", `in a want comment: error parsing regexp`},
		"empty want":         {map[string]string{"a/a.go": "package p\n\nfunc a() {} // want \n"}, "a", ""},
		"no directory":       {map[string]string{"a/a.go": "package p\n"}, "b/...", `loading .*pattern ./b/...: `},
		"no package":         {map[string]string{"a/a.go": "package p\n", "b/README": "x"}, "b/...", `pattern b/... yields no package`},
		"excluded":           {map[string]string{"a/a.go": "package p\n", "a/b/b.go": "//go:build nosuch\n\npackage p\n"}, "a/...", `b.go: its directory yields no package`},
		"nested":             {map[string]string{"a/a.go": "package p\n", "a/b/b.go": "package p\n", "a/b/go.mod": "module b\n"}, "a/...", `go.mod: a nested module is not part of a/...`},
		"type error":         {map[string]string{"a/a.go": "package p\n\nvar x int = \"\"\n"}, "a", `loading cases/a: .*a.go:3:13: cannot use`},
		"syntax error":       {map[string]string{"a/a.go": "package p\n\nfunc {\n"}, "a", `loading cases/a: .*a.go:3:6: `},
		"error in an import": {map[string]string{"a/a.go": "package p\n\nimport _ \"cases/b\"\n", "b/b.go": "package b\n\nvar x int = \"\"\n"}, "a", `loading cases/b: .*b.go:3:13`},
		"panic":              {map[string]string{"a/f.go": funcs, "a/a.go": "package p\n\nfunc a() { panics() }\n"}, "a", `toy failed in package cases/a, .*: toy \(`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, c.files)
			check(t, c.want, try(t, func(t testing.TB) { run(t, dir, toy, []string{c.pattern}) }))
		})
	}
}

func check(t *testing.T, want, said string) {
	t.Helper()
	if want == "" && said != "" || want != "" && !regexp.MustCompile(want).MatchString(said) {
		t.Errorf("the test says\n\t%s\nwant\n\t%s", said, want)
	}
}

func TestFixes(t *testing.T) {
	const wantBad = "package p\n\nfunc a() {\n\tbad() // want `call of bad`\n}\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"fine": {map[string]string{"a/a.go": wantBad, "a/a.go.golden": strings.Replace(wantBad, "bad()", "good()", 1),
			"a/a_test.go": "package p\n\nfunc b() {\n\tworse() // want `worse`\n}\n"}, ""},
		"no golden":    {map[string]string{"a/a.go": wantBad}, `(?s)a.go.golden: no such file.*the fixed file is.*good\(\)`},
		"other golden": {map[string]string{"a/a.go": wantBad, "a/a.go.golden": wantBad}, `(?s)a.go.golden: the fixed file is.*good\(\)`},
		"stale golden": {map[string]string{"a/a.go": wantBad, "a/a.go.golden": strings.Replace(wantBad, "bad()", "good()", 1),
			"a/f.go.golden": "x"}, `f.go.golden: no fix changes the file`},
		"no fix":        {map[string]string{"a/a.go": "package p\n\nfunc a() {\n\tworse() // want `worse`\n}\n"}, `a: no diagnostic has a fix`},
		"does not fix":  {map[string]string{"a/a.go": "package p\n\nfunc a() {\n\tsame() // want `same`\n}\n", "a/a.go.golden": "package p\n\nfunc a() {\n\tsame() // want `same`\n}\n"}, `(?s)after the fixes the findings should be.*but they are\s+cases/a: a.go: call of same`},
		"not compiling": {map[string]string{"a/a.go": "package p\n\nfunc a() {\n\twrong() // want `wrong`\n}\n", "a/a.go.golden": "package p\n\nfunc a() {\n\tmissing() // want `wrong`\n}\n"}, `undefined: missing`},
	} {
		t.Run(name, func(t *testing.T) {
			c.files["a/f.go"] = funcs
			dir := tree(t, c.files)
			check(t, c.want, try(t, func(t testing.TB) {
				checkFixes(t, dir, toy, "a", run(t, dir, toy, []string{"a"}))
			}))
		})
	}
}

func TestApply(t *testing.T) {
	file := filepath.Join(tree(t, map[string]string{"a.go": "package p\n"}), "a.go")
	for name, c := range map[string]struct {
		edits []edit
		want  string
	}{
		"two inserts":  {[]edit{{10, 10, "var a int\n"}, {10, 10, "var b int\n"}}, "package p\n\nvar a int\nvar b int\n"},
		"any order":    {[]edit{{10, 10, "var a int\n"}, {8, 9, "q"}}, "package q\n\nvar a int\n"},
		"overlap":      {[]edit{{0, 5, ""}, {4, 6, ""}}, ""},
		"out of range": {[]edit{{0, 50, ""}}, ""},
		"reverse":      {[]edit{{5, 2, ""}}, ""},
		"not Go":       {[]edit{{0, 7, "x"}}, ""},
	} {
		got, err := apply(file, slices.Clone(c.edits))
		if string(got) != c.want && string(got) != strings.Replace(c.want, "\n\n", "\n", 1) || (err != nil) != (c.want == "") {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}

func TestRoot(t *testing.T) {
	if _, err := os.Stat(filepath.Join(Root(t), "internal", "casetest")); err != nil {
		t.Error(err)
	}
}
