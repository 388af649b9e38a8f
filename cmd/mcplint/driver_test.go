package main_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Both drivers report the same findings in the same words.
func TestDriversAgree(t *testing.T) {
	for _, args := range [][]string{
		{"./..."},
		{"."},
		{"./lib"},
		{"-tags=special", "."},
		{"-contract", "./..."},
	} {
		dir := write(t, basic)
		standalone := mcplint(t, dir, args...)
		under := vet(t, dir, args...)
		if standalone.code != 1 || under.code != 1 {
			t.Errorf("%q: exit codes %d and %d, want 1", args, standalone.code, under.code)
		}
		a, b := standalone.lines(), findings(under.stderr)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%q: standalone\n%s\nunder go vet\n%s", args, strings.Join(a, "\n"), strings.Join(b, "\n"))
		}
	}
}

// findings returns the lines of go vet's output that are findings.
func findings(stderr string) []string {
	var out []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "./")
		if !strings.HasPrefix(line, "#") && line != "" {
			out = append(out, line)
		}
	}
	return out
}

func TestPatterns(t *testing.T) {
	dir := write(t, basic)
	expect(t, mcplint(t, dir), 1, "basic.go:5:1: contract: ", "basic_test.go:3:1: contract: ", "x_test.go:3:1: contract: ", "!lib", "!tagged")
	expect(t, mcplint(t, dir, "-test=false", "./..."), 1, "basic.go:5:1", "lib/lib.go:3:1", "!_test.go")
	expect(t, mcplint(t, dir, "-tags", "special", "."), 1, "basic.go:5:1", "tagged.go:5:1")
	expect(t, mcplint(t, dir, "example.com/basic/lib"), 1, "lib/lib.go:3:1", "!basic.go")
	expect(t, mcplint(t, dir, "lib/lib.go"), 1, "lib/lib.go:3:1", "!basic.go")
	expect(t, mcplint(t, dir, "-c=0", "./lib"), 1, "lib/lib.go:3:1", "3\t// mcplint:read")
	expect(t, mcplint(t, dir, "-exit-zero", "./..."), 0, "basic.go:5:1")
	expect(t, mcplint(t, dir, "fmt"), 0)
}

// A finding in a file that belongs to a package and to its test variant is
// one finding.
func TestMerge(t *testing.T) {
	r := mcplint(t, write(t, basic), "./...")
	if n := strings.Count(r.stdout, "basic.go:5:1"); n != 1 {
		t.Errorf("%d findings in basic.go, want 1", n)
	}
}

func TestChangeDir(t *testing.T) {
	dir := write(t, basic)
	parent := filepath.Dir(dir)
	base := filepath.Base(dir)
	// File names are those that work in the directory of the caller.
	expect(t, mcplint(t, parent, "-C", base, "./..."), 1, filepath.Join(base, "basic.go")+":5:1")
	expect(t, mcplint(t, parent, "-C", dir, "./lib"), 1, filepath.Join(base, "lib", "lib.go")+":3:1")
	expect(t, mcplint(t, parent, "-C", "nowhere"), 2, "-C")
	expect(t, mcplint(t, dir, "-C", "basic.go"), 2, "not a directory")
}

func TestModules(t *testing.T) {
	dir := write(t, basic+`
-- nested/go.mod --
module example.com/nested

go 1.24
-- nested/nested.go --
package nested

// mcplint:read "docs"
const n = "n"
`)
	expect(t, mcplint(t, dir, "./..."), 1, "!nested")
	expect(t, mcplint(t, dir, "-C", "nested", "./..."), 1, "nested.go:3:1")
	for _, pattern := range []string{"./nested", "./nested/..."} {
		expect(t, mcplint(t, dir, pattern), 3, "is in a module of its own: analyse it with mcplint -C nested ./...")
	}
	// What can be analysed is.
	expect(t, mcplint(t, dir, "./lib", "./nested/..."), 3, "lib/lib.go:3:1", "module of its own")
	expect(t, mcplint(t, dir, "nosuch/..."), 3, "nosuch/... matched no packages")
	expect(t, mcplint(t, dir, "./nosuch"), 3, "nosuch")

	none := write(t, "-- a.go --\npackage a\n")
	expect(t, mcplint(t, none, "./..."), 3, "no go.mod in", "-C")
}

const broken = `
-- go.mod --
module example.com/broken

go 1.24
-- good/good.go --
package good

// mcplint:read "docs"
const a = "a"
-- types/types.go --
package types

func f() int { return undefined }
-- syntax/syntax.go --
package syntax

func (
-- imports/imports.go --
package imports

import _ "example.com/nowhere"
-- above/above.go --
package above

import _ "example.com/broken/types"
-- tested/tested.go --
package tested

// mcplint:read "docs"
const a = "a"
-- tested/tested_test.go --
package tested

var _ int = "no"
`

func TestBroken(t *testing.T) {
	dir := write(t, broken)
	r := mcplint(t, dir, "./...")
	expect(t, r, 3, "good/good.go:3:1: contract: ", "tested/tested.go:3:1: contract: ",
		"imports/imports.go:3:8: compile: ", "syntax/syntax.go:4:1: compile: ",
		"tested/tested_test.go:3:13: compile: ", "types/types.go:3:23: compile: undefined: undefined",
		"skipped: package example.com/broken/above is not analysed")
	if n := strings.Count(r.stderr, "undefined: undefined"); n != 1 {
		t.Errorf("the error in types.go is printed %d times", n)
	}
	// Positions are right wherever the command is run.
	expect(t, mcplint(t, filepath.Dir(dir), "-C", dir, "./types"), 3,
		filepath.Join(filepath.Base(dir), "types", "types.go")+":3:23: compile: ")
	// go vet does as much.
	under := vet(t, dir, "./good", "./types")
	expect(t, under, 1, "good/good.go:3:1: contract: ")
	expect(t, under, 1, "undefined: undefined")
}

// staticcheck.conf is another tool's file.
func TestStaticcheckConf(t *testing.T) {
	for name, conf := range map[string]string{
		"syntax": "checks = [",
		"type":   "checks = 1",
		"good":   `checks = ["none"]`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, basic+"-- staticcheck.conf --\n"+conf+"\n")
			expect(t, mcplint(t, dir, "./..."), 1, "basic.go:5:1", "basic_test.go:3:1", "lib/lib.go:3:1", "!compile")
			// It does not hide what is wrong with the package either.
			bad := write(t, broken+"-- staticcheck.conf --\n"+conf+"\n")
			expect(t, mcplint(t, bad, "./..."), 3, "good/good.go:3:1", "types/types.go:3:23: compile: undefined: undefined")
		})
	}
}

func TestNolint(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/nolint

go 1.24
-- a.go --
package nolint

//nolint:mcplint // shown wrong on purpose
func a() {
	// mcplint:read "docs"
}

//nolint:errcheck
func b() {
	// mcplint:read "docs"
}
`)
	for _, r := range []result{mcplint(t, dir, "."), vet(t, dir, ".")} {
		expect(t, r, 1, "a.go:10:2", "!a.go:5:2")
	}
}

func TestGenerated(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/generated

go 1.24
-- a.go --
// Code generated by hand. DO NOT EDIT.

package generated

// mcplint:read "docs"
const a = "a"
`)
	for _, r := range []result{mcplint(t, dir, "."), vet(t, dir, ".")} {
		expect(t, r, 0, "!a.go")
	}
}

// Two runs print the same bytes, with a cold and with a warm cache.
func TestDeterministic(t *testing.T) {
	dir := write(t, basic)
	for _, format := range []string{"text", "json"} {
		var first result
		for i := range 4 {
			env := []string{"MCPLINT_CACHE=" + filepath.Join(t.TempDir(), "cache")}
			if i >= 2 {
				env = nil
			}
			r := command(t, dir, env, binary, "-format="+format, "./...")
			if i == 0 {
				first = r
			} else if r != first {
				t.Errorf("%s: run %d differs from the first", format, i)
			}
		}
	}
}

func TestJSON(t *testing.T) {
	dir := write(t, basic)
	var doc struct {
		Schema   int
		Tool     string
		Version  string
		Findings []struct {
			Rule, Message, Package, Function, Fingerprint string
			Position, End                                 struct {
				File         string
				Line, Column int
			}
		}
		Problems []struct{ Kind, Message string }
	}
	r := mcplint(t, dir, "-format=json", "./...")
	expect(t, r, 1)
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Schema != 1 || doc.Tool != "mcplint" || doc.Version == "" || len(doc.Findings) != 4 {
		t.Fatalf("%+v", doc)
	}
	f := doc.Findings[0]
	if f.Rule != "contract" || f.Position.File != "basic.go" || f.Position.Line != 5 || f.Package != "example.com/basic" ||
		f.Fingerprint == "" || strings.HasPrefix(f.Message, "contract:") {
		t.Errorf("%+v", f)
	}
	// Lists are never null.
	clean := mcplint(t, dir, "-json", "fmt")
	expect(t, clean, 0, `"findings": []`, `"problems": []`)
	expect(t, mcplint(t, write(t, broken), "-json", "./types"), 3, `"kind": "compile"`, `"file": "types/types.go"`)
}
