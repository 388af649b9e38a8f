package main_test

import (
	"os/exec"
	"strings"
	"testing"
)

// What there is to load beside plain packages: each has one finding in
// found.go, which both drivers report.
func TestLoading(t *testing.T) {
	cgo, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, archive string
		env           []string
		patterns      []string
		want          []string // findings beside that in found.go, and what there is none of
	}{
		{name: "cgo", archive: `
-- found.go --
package m

// mcplint:read "docs"
const a = "a"
-- cgo.go --
package m

// int one() { return 1; }
import "C"

// mcplint:read "docs"
func one() int { return int(C.one()) }
`, want: map[bool][]string{true: {"cgo.go:6:1: contract: "}, false: {"!cgo.go"}}[strings.TrimSpace(string(cgo)) == "1"]},
		{name: "assembly", archive: `
-- found.go --
package m

// mcplint:read "docs"
func add(a, b int) int
-- add_amd64.s --
TEXT ·add(SB), 4, $0-24
	MOVQ a+0(FP), AX
	ADDQ b+8(FP), AX
	MOVQ AX, ret+16(FP)
	RET
-- add_arm64.s --
TEXT ·add(SB), 4, $0-24
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	ADD R1, R0
	MOVD R0, ret+16(FP)
	RET
`},
		{name: "vendor", archive: `
-- go.mod --
module example.com/m

go 1.24

require example.com/dep v1.0.0
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.24
example.com/dep
-- vendor/example.com/dep/dep.go --
package dep

// mcplint:read "docs"
const A = "a"
-- found.go --
package m

import _ "example.com/dep"

// mcplint:read "docs"
const a = "a"
`, want: []string{"!dep.go"}},
		// The vendor directory, which does not fit, is passed over, and the
		// requirement that lacks is added.
		{name: "GOFLAGS=-mod=mod", archive: `
-- go.mod --
module example.com/m

go 1.24

replace example.com/dep v1.0.0 => ./dep
-- vendor/modules.txt --
# example.com/other v1.0.0
-- dep/go.mod --
module example.com/dep

go 1.24
-- dep/dep.go --
package dep

// mcplint:read "docs"
const A = "a"
-- found.go --
package m

import _ "example.com/dep"

// mcplint:read "docs"
const a = "a"
`, env: []string{"GOFLAGS=-mod=mod", "GOPROXY=off"}, want: []string{"!dep.go"}},
		{name: "workspace", archive: `
-- go.work --
go 1.24

use (
	./one
	./two
)
-- one/go.mod --
module example.com/one

go 1.24
-- one/found.go --
package one

import _ "example.com/two"

// mcplint:read "docs"
const a = "a"
-- two/go.mod --
module example.com/two

go 1.24
-- two/two.go --
package two

// mcplint:read "docs"
const a = "a"
`, env: []string{"GOWORK="}, patterns: []string{"./one/...", "./two/..."}, want: []string{"two/two.go:3:1: contract: "}},
		{name: "a file for a later Go", archive: `
-- found.go --
package m

// mcplint:read "docs"
const a = "a"
-- later.go --
//go:build go1.99

package m

this is no Go yet
`, want: []string{"!later.go"}},
		{name: "build tags", archive: tagged, want: []string{"!tagged.go"}},
		{name: "build tags of the command", archive: tagged, patterns: []string{"-tags=special,other", "./..."},
			want: []string{"tagged.go:5:1: contract: ", "!found_other.go"}},
		{name: "build tags of GOFLAGS", archive: tagged, env: []string{"GOFLAGS=-tags=special"},
			want: []string{"tagged.go:5:1: contract: "}},
		{name: "another system", archive: `
-- found.go --
package m

// mcplint:read "docs"
const a = "a"
-- other_plan9.go --
package m

// mcplint:read "docs"
const b = undefined
`, want: []string{"!other_plan9.go"}},
		{name: "a directory with tests alone", archive: `
-- found.go --
package m

// mcplint:read "docs"
const a = "a"
-- only/only_test.go --
package only

// mcplint:read "docs"
const a = "a"
`, want: []string{"only/only_test.go:3:1: contract: "}},
		{name: "types that contain themselves", archive: `
-- found.go --
package m

type node[K comparable, V any] struct {
	next map[K]*node[K, node[K, int]]
	v    V
}

type chain[T interface{ Next() T }] []T

func (c chain[T]) walk(f func(chain[T]) error) error {
	for range c {
		if err := f(c); err != nil {
			return c.walk(func(chain[T]) error { return f(c) })
		}
	}
	return nil
}

// mcplint:read "docs"
const a = "a"
`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if !strings.Contains(tc.archive, "go.mod --") {
				tc.archive += "-- go.mod --\nmodule example.com/m\n\ngo 1.24\n"
			}
			if tc.patterns == nil {
				tc.patterns = []string{"./..."}
			}
			dir := write(t, tc.archive)
			for _, tool := range [][]string{{binary}, {"go", "vet", "-vettool=" + binary, "-contract"}} {
				r := command(t, dir, tc.env, tool[0], append(tool[1:], tc.patterns...)...)
				expect(t, r, 1, "found.go:")
				expect(t, r, 1, tc.want...)
			}
		})
	}
}

// tagged is a package that has other files with a tag.
const tagged = `
-- found.go --
package m

// mcplint:read "docs"
const a = "a"
-- plain.go --
//go:build !special

package m

const b = "b"
-- tagged.go --
//go:build special

package m

// mcplint:read "docs"
const b = "b"
`

// Packages of several kinds between a call and what repeats it: the finding is
// in use/use.go, and nothing is said of the rest.
func TestLoadingWrapped(t *testing.T) {
	for _, tc := range []struct {
		name    string
		replace []string // what is replaced in [wrapped], and by what
		add     string
	}{
		// Generated code is read like any other.
		{name: "generated", replace: []string{
			"-- lib/lib.go --\n", "-- lib/lib.go --\n// Code generated by hand. DO NOT EDIT.\n\n"}},
		// A module below the module, which only that one requires.
		{name: "nested module", replace: []string{
			"go 1.24\n", "go 1.24\n\nrequire example.com/wrapped/lib v1.0.0\n\nreplace example.com/wrapped/lib => ./lib\n"}, add: `
-- lib/go.mod --
module example.com/wrapped/lib

go 1.24
-- lib/own.go --
package lib

// mcplint:read "docs"
const own = "own"
`},
		{name: "vendored", replace: []string{
			"go 1.24\n", "go 1.24\n\nrequire example.org/lib v1.0.0\n",
			"-- lib/", "-- vendor/example.org/lib/",
			"example.com/wrapped/lib", "example.org/lib"}, add: `
-- vendor/modules.txt --
# example.org/lib v1.0.0
## explicit; go 1.24
example.org/lib
`},
		// Position comments of a generator: the finding is where it came from.
		{name: "lines of another file", replace: []string{
			"func Book(", "//line use.go:8\n\nfunc Book(",
			"-- use/use.go --", "-- use/made.go --"}},
		{name: "generics", replace: []string{
			"func Twice(f func() error) error {\n\tif err := f(); err != nil {\n\t\treturn f()\n\t}\n\treturn nil\n}", generics,
			"lib.Twice(func() error { return d.Call(ctx, \"book_room\", nil) })",
			"lib.Twice(func() (*lib.Tree[lib.Pair[string, lib.List[int]]], error) { return nil, d.Call(ctx, \"book_room\", nil) })"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := write(t, strings.NewReplacer(tc.replace...).Replace(wrapped)+tc.add)
			for _, tool := range [][]string{{binary}, {"go", "vet", "-vettool=" + binary}} {
				r := command(t, dir, []string{"GOPROXY=off"}, tool[0], append(tool[1:], "./...")...)
				expect(t, r, 1, "use.go:10", " retrywrite: ")
				if found := findings(r.stdout + r.stderr); len(found) != 1 {
					t.Errorf("%d findings", len(found))
				}
			}
		})
	}
}

// generics is Twice with all that type parameters can be used for.
const generics = `
type Number interface{ ~int | ~int64 | ~float64 }

type List[T any] = []T

type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

type Tree[T any] struct {
	left, right *Tree[T]
	value       T
}

func (t *Tree[T]) All(yield func(T) bool) {
	if t != nil {
		t.left.All(func(v T) bool { return yield(v) })
		if !yield(t.value) {
			return
		}
		t.right.All(yield)
	}
}

type Self[T any] interface {
	*T
	Merge(Self2[T]) error
}

type Self2[T any] interface{ Merge(Self2[T]) error }

func Fold[T any, R Number, L ~[]T](list L, f func(R, T) R) (r R) {
	for _, v := range list {
		r = f(r, v)
	}
	return r
}

func Nest[T any](depth int, v T) int {
	if depth == 0 {
		return 0
	}
	return 1 + Nest[T](depth-1, v)
}

type Op[T any] func() (T, error)

func (o Op[T]) Do() (T, error) { return o() }

func Twice[T any, F ~func() (T, error)](f F) error {
	run := Op[T](f).Do
	for i := range 2 {
		v, err := run()
		if err == nil {
			(&Tree[T]{value: v}).All(func(T) bool { return i > 0 })
			return nil
		}
	}
	return nil
}
`

// What cannot be loaded is said, with the place; what can be is analysed.
func TestUnloadable(t *testing.T) {
	const good = "-- good/good.go --\npackage good\n\n// mcplint:read \"docs\"\nconst a = \"a\"\n"
	const module = "-- go.mod --\nmodule example.com/m\n\ngo 1.24\n"
	for _, tc := range []struct {
		name, archive string
		want          []string
	}{
		{"imports in a circle", module + good + `
-- a/a.go --
package a

import _ "example.com/m/b"
-- b/b.go --
package b

import _ "example.com/m/a"
`, []string{"good/good.go:3:1: contract: ", "import cycle not allowed"}},
		{"a module that is not required", module + good + `
-- a/a.go --
package a

import _ "example.org/nowhere"
`, []string{"good/good.go:3:1: contract: ", "a/a.go:3:8: compile: ", "example.org/nowhere"}},
		{"a module for a later Go", good + `
-- go.mod --
module example.com/m

go 1.99
`, []string{"go.mod", "1.99"}},
		{"a go.mod that is none", good + "-- go.mod --\nmodule\n", []string{"go.mod:1"}},
		{"two packages in a directory", module + good + "-- a/a.go --\npackage a\n-- a/b.go --\npackage b\n",
			[]string{"good/good.go:3:1: contract: ", "found packages a (a.go) and b (b.go)"}},
		{"a file that is no text", module + good + "-- a/a.go --\npackage a\n\n\x00\xff\n",
			[]string{"good/good.go:3:1: contract: ", "a/a.go: unexpected NUL in input"}},
		{"a vendor directory that does not fit", good + `
-- go.mod --
module example.com/m

go 1.24

require example.com/dep v1.0.0
-- vendor/modules.txt --
`, []string{"vendor", "example.com/dep"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := write(t, tc.archive)
			expect(t, command(t, dir, []string{"GOTOOLCHAIN=local", "GOPROXY=off"}, binary, "./..."), 3, tc.want...)
		})
	}
}
