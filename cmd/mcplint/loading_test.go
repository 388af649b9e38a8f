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
		{name: "GOFLAGS=-mod=mod", archive: `
-- found.go --
package m

// mcplint:read "docs"
const a = "a"
`, env: []string{"GOFLAGS=-mod=mod"}},
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
