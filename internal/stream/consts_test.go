package stream

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// The one text that a variable can be is found along any way that is not too
// long, and nothing is said of what has two, or is no text.
func TestOne(t *testing.T) {
	var long strings.Builder
	long.WriteString("var long0 = \"data\"\n")
	for i := range maxPlaces {
		fmt.Fprintf(&long, "var long%d string\nfunc set%d() { long%d = long%d }\n", i+1, i, i+1, i)
	}
	fmt.Fprintf(&long, "func far(s string) bool { return s == long%d }\n", maxPlaces)
	r := load(t, `
var one, two, open, number = "data", "data", "data", 1

func near(s string) bool { return s == one }

func change() { two = "id" }

func both(s string) bool { return s == two }

func give(s string) { open = s }

func any(s string) bool { return s == open }

func count(n int) bool { return n == number }
`+long.String())
	for name, want := range map[string]string{"near": "data", "both": "", "any": "", "count": "", "far": ""} {
		for instr := range ssaval.Instructions(r.fn(t, name)) {
			if x, ok := instr.(*ssa.BinOp); ok {
				if got, ok := r.One(x.Y); got != want || ok != (want != "") {
					t.Errorf("%s: %q, %v", name, got, ok)
				}
			}
		}
	}
}
