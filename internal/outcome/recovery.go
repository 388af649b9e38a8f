// This file knows the functions of package recovery.

package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// procedure evaluates the functions of package recovery, which say what is
// known of the attempt, and what licenses another one.
func (w *Walk) procedure(p *Path, x *ssa.Call, name string) (alts []*Path, done bool) {
	args := ssaval.Operands(&x.Call)
	loc := w.names.loc(x)
	switch knowledge.ProcedureOf(name) {
	case knowledge.Classifies:
		// Of this attempt, by the error that is handed over.
		if a := w.eval(p, args[len(args)-1]); !(a.isErr() && a.Chain) && a.K != Nil {
			return nil, false
		}
		p.env.set(loc, Abs{K: Classified})
		return nil, true
	case knowledge.NeverExecuted:
		return nil, w.classTest(p, args, loc, 1, 2)
	case knowledge.LostAnswer:
		return nil, w.classTest(p, args, loc, 0)
	case knowledge.CallsAgain:
		if w.eval(p, args[0]).K != Licence {
			return nil, false
		}
		p.env.set(loc, Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: Reconciled})
		return nil, true
	case knowledge.Decides:
		w.killArgs(p, &x.Call, 0)
		p.env.kill(loc)
		if x.Call.Signature().Results().Len() > 1 {
			loc += "#0"
		}
		p.env.put(loc+"."+itoa(actionField(x.Call.Signature().Results().At(0).Type())), Abs{K: Licence})
		return nil, true
	case knowledge.Attempts:
		// It gives no attempt unless one may be made.
		refused := p.clone()
		refused.env.kill(loc)
		refused.env.put(loc+"#2", Abs{K: NonNil})
		w.killArgs(p, &x.Call, 0)
		p.env.kill(loc)
		p.env.put(loc+"#2", Abs{K: Nil})
		p.Tags |= Reconciled
		return []*Path{p.clone(), refused}, true
	}
	return nil, false
}

// classTest is a test of an Outcome for one of the given ones.
func (w *Walk) classTest(p *Path, args []ssa.Value, loc string, outcomes ...int64) bool {
	if w.eval(p, args[0]).K != Classified {
		return false
	}
	var t knowledge.Endings
	for _, n := range outcomes {
		t |= knowledge.OutcomeEndings(n)
	}
	p.env.set(loc, boolOf(t, knowledge.All&^t))
	return true
}

// isClass is the Bool of an Outcome being n.
func isClass(n int64) Abs {
	t := knowledge.OutcomeEndings(n)
	return boolOf(t, knowledge.All&^t)
}

// isAction is the Bool of the Action of a Decision being n.
func isAction(n int64) Abs {
	a := Either
	if knowledge.Licenses(n) {
		a.On = Reconciled
	}
	return a
}

func actionField(t types.Type) int {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return 0
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == "Action" {
			return i
		}
	}
	return 0
}
