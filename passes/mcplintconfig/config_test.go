package mcplintconfig

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
)

func settings(t *testing.T, args ...string) *Settings {
	t.Helper()
	s := new(Settings)
	fs := flag.NewFlagSet("test", flag.ContinueOnError)
	s.Bind(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	if err := s.Parse(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSettings(t *testing.T) {
	s := settings(t, "-strict", "-report-skips", "-read=get, list_*,", "-write=list_and_lock,*_x",
		"-trust-hints=github.com/*", "-with=intentlog")
	if !s.Strict || !s.ReportSkips {
		t.Errorf("settings are %+v", s)
	}
	for name, want := range map[string]syntax.Effect{
		"get": syntax.Read, "list_a": syntax.Read, "list_and_lock": syntax.Write,
		"list_x": syntax.Write, "put": syntax.Unstated, "": syntax.Unstated,
	} {
		if got := s.ToolEffect(name); got != want {
			t.Errorf("ToolEffect(%q) = %v, want %v", name, got, want)
		}
	}
	if !s.TrustsHints("github.com/a/b") || s.TrustsHints("example.com") {
		t.Error("TrustsHints does not follow the pattern")
	}
	if !s.Enabled("intentlog") || s.Enabled("retrybudget") {
		t.Error("Enabled does not follow -with")
	}
	var none *Settings
	if none.ToolEffect("get") != syntax.Unstated || none.Enabled("intentlog") || none.TrustsHints("x") || none.HasCalls() {
		t.Error("no settings say something")
	}
}

func TestMalformed(t *testing.T) {
	for _, c := range []struct{ flag, value, want string }{
		{"read", "get,[", `malformed pattern "["`},
		{"write", "[a-", `malformed pattern "[a-"`},
		{"trust-hints", `\`, "malformed pattern"},
		{"with", "retrywrite", `no opt-in analyzer is called "retrywrite"`},
		{"calls", "pkg.Func", `"pkg.Func" is not of the form`},
		{"calls", "pkg.Func:1:2:3", "is not of the form"},
		{"calls", "Func:1", "does not name a function"},
		{"calls", "example.com/pkg:1", "does not name a function"},
		{"calls", "pkg.Func:x", `"x" is not the number of a parameter`},
		{"calls", "pkg.Func:0:y", `"y" is not the number of a parameter`},
		{"intentlog.journal", "Write", "does not name a function"},
	} {
		// As a flag, and as a field that a driver sets.
		fs := flag.NewFlagSet("test", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		s := new(Settings)
		s.Bind(fs)
		err := fs.Parse([]string{"-" + c.flag + "=" + c.value})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("-%s=%s: the flag says %v", c.flag, c.value, err)
		}
		for _, l := range s.lists() {
			if l.name == c.flag {
				*l.text = c.value
			}
		}
		err = s.Parse()
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "-"+c.flag+"="+c.value) {
			t.Errorf("-%s=%s: Parse says %v", c.flag, c.value, err)
		}
	}
}

const source = `package p
type T struct{}
func (*T) Ptr(name string) {}
func (T) Val(name string) {}
type I interface{ M(name string) }
type G[E any] struct{}
func (*G[E]) M(e E) {}
func F[E any](e E) {}
type A = *G[int]
func (T) WriteIntent() {}
`

func TestFuncs(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	if _, err := new(types.Config).Check("example.com/v1.2/p", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	var keys []string
	funcs := make(map[string]*types.Func)
	for _, obj := range info.Defs {
		if fn, ok := obj.(*types.Func); ok {
			keys = append(keys, FuncKey(fn))
			funcs[strings.TrimPrefix(FuncKey(fn), "example.com/v1.2/p.")] = fn
		}
	}
	s := settings(t, "-calls=example.com/v1.2/p.T.Ptr:0,(*example.com/v1.2/p.G).M:0.Name:0.Args,example.com/v1.2/p.F:0",
		"-intentlog.journal=(example.com/v1.2/p.T).WriteIntent")
	for name, want := range map[string]string{"T.Ptr": "0 none", "G.M": "0.Name 0.Args", "F": "0 none", "T.Val": "", "I.M": "", "T.WriteIntent": ""} {
		fn := funcs[name]
		if fn == nil {
			t.Fatalf("no function %s among %v", name, keys)
		}
		got := ""
		if c, ok := s.CallOf(fn); ok {
			got = c.Name.String() + " " + c.Args.String()
		}
		if got != want {
			t.Errorf("CallOf(%s) is %q, want %q", name, got, want)
		}
		if s.IsJournal(fn) != (name == "T.WriteIntent") {
			t.Errorf("IsJournal(%s) is %v", name, s.IsJournal(fn))
		}
	}
}

// The analyzer's flags and those that Bind defines are one set of variables.
func TestOneVariable(t *testing.T) {
	old := Current
	t.Cleanup(func() { Current = old })
	fs := flag.NewFlagSet("test", flag.ContinueOnError)
	Bind(fs)
	if err := Analyzer.Flags.Set("read", "a"); err != nil {
		t.Fatal(err)
	}
	if err := fs.Set("strict", "true"); err != nil {
		t.Fatal(err)
	}
	if fs.Lookup("read").Value.String() != "a" || !Current.Strict {
		t.Errorf("the flags are bound to different variables: %+v", Current)
	}
	result, err := run(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := result.(*Settings)
	Current.Read = "b"
	if s.ToolEffect("a") != syntax.Read || s.ToolEffect("b") != syntax.Unstated {
		t.Error("the result of a run changes with the variable")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a,b", "p.F:1:2", "intentlog", "p.F")
	f.Add("[,", "(*p.T).M:0.A", "x", "(")
	f.Fuzz(func(t *testing.T, patterns, calls, with, journal string) {
		s := Settings{Read: patterns, Write: patterns, TrustHints: patterns, Calls: calls, With: with, Journal: journal}
		if s.Parse() == nil {
			s.ToolEffect(patterns)
		}
	})
}
