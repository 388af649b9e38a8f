package mcplint_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/analyzers"
)

const modulePath = "github.com/mcprecovery/mcplint"

// analyzerFiles yields the parsed Go files that every driver links: those of
// the packages that the suite and the passes consist of.
func analyzerFiles(t *testing.T) map[string]*ast.File {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles", "./analyzers", "./passes/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p struct {
			ImportPath, Dir string
			GoFiles         []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		rel, ours := strings.CutPrefix(p.ImportPath, modulePath+"/")
		if !ours {
			continue
		}
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files[path.Join(rel, name)] = file
		}
	}
	if len(files) < 100 {
		t.Fatalf("only %d files", len(files))
	}
	return files
}

// What golangci-lint asks of a linter, and what caching and sandboxed drivers
// rest on, holds for all code of the analyzers: it has no init, ends no
// process, does not panic of its own accord, and does not look at files, the
// environment, the network or the clock. (What a panic that happens all the
// same becomes is in internal/report.)
func TestAnalyzersAreTame(t *testing.T) {
	// Packages that have nothing to give to an analyzer. Their being
	// imported at all is the error, so that no alias hides a call.
	banned := []string{"os", "os/*", "io/ioutil", "log", "log/*", "net", "syscall", "unsafe", "plugin",
		"runtime/debug", "testing", "go/build", "golang.org/x/tools/go/packages"}
	// Names of packages that are needed for something else.
	calls := map[string][]string{
		"time":          {"Now", "Since", "Until", "Sleep", "After", "Tick", "NewTimer", "NewTicker", "AfterFunc"},
		"path/filepath": {"Abs", "EvalSymlinks", "Glob", "Walk", "WalkDir"},
		"net/http":      {"Get", "Post", "Do", "DefaultClient", "ListenAndServe"},
		"runtime":       {"Goexit", "GC"},
	}
	for name, file := range analyzerFiles(t) {
		local := map[string]string{}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range banned {
				if ok, err := path.Match(b, imported); err != nil || ok {
					t.Errorf("%s imports %s", name, imported)
				}
			}
			id := path.Base(imported)
			if spec.Name != nil {
				id = spec.Name.Name
			}
			local[id] = imported
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s has an init", name)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if id, ok := n.X.(*ast.Ident); ok && slices.Contains(calls[local[id.Name]], n.Sel.Name) {
					t.Errorf("%s uses %s.%s", name, id.Name, n.Sel.Name)
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "panic" && name != "internal/report/guard.go" {
					t.Errorf("%s panics", name)
				}
			}
			return true
		})
	}
}

// The rooms are as docs/design.md says: a pass imports no other pass but the
// settings, and neither passes nor engine import a driver, an SDK, or honnef's
// analyses.
func TestRooms(t *testing.T) {
	for name, file := range analyzerFiles(t) {
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			rel, ours := strings.CutPrefix(imported, modulePath+"/")
			switch {
			case !ours && !strings.HasPrefix(imported, "golang.org/x/tools/") && strings.Contains(imported, "."):
				t.Errorf("%s imports %s", name, imported)
			case !ours, strings.HasPrefix(name, "analyzers/"):
			case strings.HasPrefix(rel, "cmd/"), strings.HasPrefix(rel, "analyzers"):
				t.Errorf("%s imports %s", name, rel)
			case strings.HasPrefix(rel, "passes/") && rel != "passes/mcplintconfig":
				t.Errorf("%s imports the pass %s", name, rel)
			case strings.HasPrefix(name, "internal/knowledge/"):
				t.Errorf("%s imports %s; tables import nothing", name, rel)
			}
		}
	}
}

// Every pass is in the suite, under the name of its directory, with a
// variable Analyzer for drivers that take passes one by one.
func TestPassesAreRegistered(t *testing.T) {
	dirs, err := filepath.Glob("passes/*/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range dirs {
		name := filepath.Base(filepath.Dir(doc))
		if name == "mcplintconfig" {
			continue
		}
		if _, ok := analyzers.ByName(name); !ok {
			t.Errorf("passes/%s is in no suite", name)
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("passes", name, name+".go"), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if !declaresAnalyzer(file) {
			t.Errorf("passes/%s has no variable Analyzer", name)
		}
	}
	if len(dirs) != len(analyzers.Checks())+1 {
		t.Errorf("%d passes, %d checks", len(dirs)-1, len(analyzers.Checks()))
	}
}

func declaresAnalyzer(file *ast.File) bool {
	for _, d := range file.Decls {
		if gen, ok := d.(*ast.GenDecl); ok && gen.Tok == token.VAR {
			for _, spec := range gen.Specs {
				if slices.ContainsFunc(spec.(*ast.ValueSpec).Names, func(id *ast.Ident) bool { return id.Name == "Analyzer" }) {
					return true
				}
			}
		}
	}
	return false
}
