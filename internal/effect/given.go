// This file follows what a func parameter is invoked with into the func that is
// handed over.

package effect

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
)

// maxGiven bounds the size of a term of what a func parameter is given.
const maxGiven = 60

// given returns what the parameter p, a func, is invoked with at c, in terms of
// the function that contains c: nothing if c hands p on.
func (e *Engine) given(p *ssa.Parameter, c ssa.CallInstruction) []identity.Term {
	common := c.Common()
	if common.IsInvoke() || !slices.ContainsFunc(e.targets(common), func(t target) bool { return t.param == p }) {
		return nil
	}
	out := make([]identity.Term, len(common.Args))
	for i, a := range common.Args {
		out[i] = e.Slicer.Value(a, nil, e.region)
		if out[i].Size() > maxGiven {
			out[i] = unknownGiven(i)
		}
	}
	return out
}

// handedOver begins the name of what a func that is handed over is given, where
// that is not known.
const handedOver = "handed"

// unknownGiven stands for an argument that is not known, or is one of several.
func unknownGiven(i int) identity.Term {
	return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("%s%d.", handedOver, i)}
}

// mergeGiven keeps what is the same in both invocations.
func mergeGiven(a, b []identity.Term) []identity.Term {
	if sameGiven(a, b) || len(a) != len(b) {
		return a[:min(len(a), len(b))]
	}
	out := slices.Clone(a)
	for i := range out {
		if out[i].Key() != b[i].Key() {
			out[i] = unknownGiven(i)
		}
	}
	return out
}

func sameGiven(a, b []identity.Term) bool {
	return slices.EqualFunc(a, b, func(x, y identity.Term) bool { return x.Key() == y.Key() })
}

func inEach(ts []identity.Term, change func(identity.Term) identity.Term) []identity.Term {
	if len(ts) == 0 {
		return nil
	}
	out := make([]identity.Term, len(ts))
	for i, t := range ts {
		out[i] = change(t)
	}
	return out
}

// part returns what is at path in t, a dot-separated list of fields.
func part(t identity.Term, path string) identity.Term {
	for _, name := range split(path) {
		if f, ok := t.Field(name); ok {
			t = f
		} else {
			t = identity.Term{Kind: identity.Compose, Name: "field " + name, Sub: []identity.Term{t}}
		}
	}
	return t
}
