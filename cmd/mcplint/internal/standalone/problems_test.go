package standalone

import (
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

func TestSplit(t *testing.T) {
	dir := t.TempDir()
	at := func(file string, line, col int) finding.Position {
		return finding.Position{File: file, Line: line, Column: col}
	}
	a := filepath.Join(dir, "a.go")
	for name, test := range map[string]struct {
		err  packages.Error
		want []finding.Problem
	}{
		"position": {packages.Error{Pos: a + ":3:8", Msg: "no module:\n\tgo get x"},
			[]finding.Problem{{Kind: finding.Compile, Pos: at(a, 3, 8), Message: "no module: go get x"}}},
		"relative position": {packages.Error{Pos: "a.go:3", Msg: "m"},
			[]finding.Problem{{Kind: finding.Compile, Pos: at(a, 3, 0), Message: "m"}}},
		"compiler": {packages.Error{Pos: "", Msg: "# example.com/p\n./a.go:1:2: first\n\thave x\n\twant y\na.go:3: second\ntoo many errors\n"},
			[]finding.Problem{
				{Kind: finding.Compile, Pos: at(a, 1, 2), Message: "first; have x; want y"},
				{Kind: finding.Compile, Pos: at(a, 3, 0), Message: "second"},
				{Kind: finding.Compile, Message: "too many errors"},
			}},
		"no position": {packages.Error{Pos: "-", Msg: "stat nowhere: no such directory"},
			[]finding.Problem{{Kind: finding.Compile, Message: "stat nowhere: no such directory"}}},
		"nothing": {packages.Error{}, nil},
	} {
		if got := split(dir, test.err); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v\nwant %+v", name, got, test.want)
		}
	}
}
