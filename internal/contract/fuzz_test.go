package contract_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/internal/contract"
)

// FuzzParse parses a comment at every kind of place. Nothing panics, and no
// directive is lost: each is a directive, an ignore or an error, and what is
// told of it stands within it.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`read "docs"`, `write // why`, `dedupes key=arguments.a.b window=24h scope=x "docs"`,
		`dedupes key=meta:k "a // b" // c`, `dedupes key=header:N ` + "`raw`", `calls name=1.Tool args=2`,
		`ignore retrywrite,httpretry it's "quoted`, `ignore retrywrite a // b`, `noeffect "x"`, `eventorder "x`,
		`read tool=get_*,[ "x"`, `confirms`, `rederives =`, `reconciles "" ""`, `raed`, "read \"x\"\t//", "read\u00a0\"x\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, args string) {
		if strings.ContainsAny(args, "\n\r\x00") {
			return // not within one line comment
		}
		comment := "//mcplint:" + args
		for _, place := range []string{
			"%\npackage p\n", "package p %\n", "package p\n%\nconst a = \"a\"\n", "package p\nconst a = 1 %\n",
			"package p\n%\nfunc f(a, b string) (bool, error)\n", "package p\ntype t interface {\n%\nm(a string, b any) error\n}\n",
			"package p\nfunc f() {\n%\nf()\nf() %\n}\n", "package p\n%\nvar e error\n", "package p\n%",
		} {
			src := strings.ReplaceAll(place, "%", comment)
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				continue // a byte-order mark, invalid UTF-8
			}
			_, _, info, pkg := parse(t, src)
			checkNothingLost(t, src, contract.Parse(fset, []*ast.File{file}, nil, nil), file)
			contract.Parse(fset, []*ast.File{file}, info, pkg)
		}
	})
}

func checkNothingLost(t *testing.T, src string, d *contract.Directives, file *ast.File) {
	t.Helper()
	var told []token.Pos
	for _, e := range d.Errors {
		told = append(told, e.Pos)
		if e.End < e.Pos || e.Pos < file.FileStart || e.End > file.FileEnd {
			t.Errorf("an error stands at %d to %d, outside the file: %s", e.Pos, e.End, e.Message)
		}
	}
	for _, dir := range d.List {
		told = append(told, dir.Pos)
	}
	for _, ig := range d.Ignores {
		told = append(told, ig.Pos)
		if ig.From < 1 || ig.To < ig.From {
			t.Errorf("an ignore covers lines %d to %d", ig.From, ig.To)
		}
	}
	for _, group := range file.Comments {
	comments:
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, "//mcplint:") {
				continue
			}
			for _, pos := range told {
				if c.Pos() <= pos && pos < c.End() {
					continue comments
				}
			}
			t.Errorf("nothing is told of %q in\n%s", c.Text, src)
		}
	}
}

// FuzzFile parses whole files, those of the corpus to begin with.
func FuzzFile(f *testing.F) {
	files, err := filepath.Glob("../../testdata/src/contract/*/*.go")
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Fuzz(func(t *testing.T, src string) {
		fset := token.NewFileSet()
		// Also what does not parse: analyzers may see it.
		file, _ := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
		if file != nil {
			contract.Parse(fset, []*ast.File{file}, nil, nil)
		}
	})
}
