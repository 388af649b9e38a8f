// This file describes what comes back by another way than the request went.

package outcome

import (
	"go/types"
	"strings"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// answered: the attempt ended with an answer.
func (p *Path) answered() bool {
	return p.Ends&^(knowledge.Of(knowledge.Done, knowledge.ToolError)|knowledge.Codes|knowledge.Statuses) == 0
}

// bringsAnswer reports whether what comes on a channel says more than that
// something happened, such as that time is over.
func bringsAnswer(ch types.Type) bool {
	t, ok := ch.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	if st, ok := t.Elem().Underlying().(*types.Struct); ok {
		return st.NumFields() > 0 && typeName(t.Elem()) != "time.Time"
	}
	return true
}

// received describes what a channel brings after the request was handed over:
// the answer, or an error if there is none.
func (w *Walk) received(p *Path, loc string, ch types.Type) {
	t, ok := ch.Underlying().(*types.Chan)
	if !ok || loc == "" {
		return
	}
	lost := Abs{K: ErrIf, T: knowledge.Failures &^ knowledge.Codes, F: knowledge.Of(knowledge.Done, knowledge.ToolError) | knowledge.Codes, Chain: true, Text: true}
	elem := t.Elem()
	switch u := elem.Underlying().(type) {
	case *types.Pointer:
		p.env.put(loc+"*", Abs{K: Answer})
	case *types.Struct:
		for i := range u.NumFields() {
			switch f := u.Field(i); {
			case ssaval.IsError(f.Type()):
				p.env.put(loc+"."+itoa(i), lost)
			case isPointer(f.Type()) && strings.EqualFold(f.Name(), "error"):
				p.env.put(loc+"."+itoa(i), w.answer(f, Abs{K: Answer}))
			case isPointer(f.Type()):
				p.env.put(loc+"."+itoa(i)+"*", Abs{K: Answer})
			}
		}
	default:
		if ssaval.IsError(elem) {
			p.env.put(loc, lost)
		}
	}
}
