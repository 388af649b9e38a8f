// This file evaluates tests of texts: those in a list that a loop goes through, and
// those that the body of the answer is searched for.

package outcome

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// textsIn returns the constant strings of a list that is written in the function
// or in the declaration of a variable, nil if they are not known.
func (w *Walk) textsIn(p *Path, list ssa.Value) []string {
	switch list := list.(type) {
	case *ssa.UnOp:
		g, ok := list.X.(*ssa.Global)
		if !ok || w.Engine.Strings == nil {
			return nil
		}
		texts, _ := w.Engine.Strings(g)
		return texts
	case *ssa.Slice:
		if _, ok := list.X.(*ssa.Alloc); !ok {
			return nil
		}
		var texts []string
		for _, e := range variadic([]ssa.Value{list}) {
			k := w.eval(p, e)
			if k.K != Str {
				return nil
			}
			texts = append(texts, k.S)
		}
		return texts
	}
	return nil
}

// bodyTest is the Bool of the answer's body containing v, a text or an element of
// a list that a loop goes through, if it has to do with sessions. Such words are
// those of the peer, who then has looked at the request: a gateway that gave up
// waiting for it does not use them, nor does an answer that was lost.
func (w *Walk) bodyTest(p *Path, v ssa.Value) (Abs, bool) {
	var texts []string
	if s := w.eval(p, v); s.K == Str {
		texts = []string{s.S}
	} else if ld, ok := v.(*ssa.UnOp); ok {
		if at, ok := ld.X.(*ssa.IndexAddr); ok {
			texts = w.textsIn(p, at.X)
		}
	}
	for _, t := range texts {
		if !knowledge.SpeaksOfSession(t) {
			return Abs{}, false
		}
	}
	return boolOf(knowledge.SaysSession, knowledge.All), len(texts) > 0
}
