// This file tells which functions take an attempt of package recovery down whenever
// they succeed.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// TakesAttempt is the fact on a function that it has taken an attempt of
// package recovery down whenever it returns without an error.
type TakesAttempt struct{}

// AFact marks TakesAttempt as a fact.
func (*TakesAttempt) AFact() {}

func (*TakesAttempt) String() string { return "takes an attempt down" }

// maxLicence bounds how far calls are followed to the attempt.
const maxLicence = 4

// takesAttempt reports whether a call takes an attempt down: that of package
// recovery, or of a function that does so whenever it succeeds.
func (e *Engine) takesAttempt(c ssa.CallInstruction, depth int) bool {
	fn := ssaval.Callee(c.Common())
	if fn != nil {
		if knowledge.ProcedureOf(knowledge.Name(fn)) == knowledge.Attempts {
			return true
		}
		if fn.Pkg() != nil && fn.Pkg() != e.Pass.Pkg {
			return e.Pass.ImportObjectFact(fn, new(TakesAttempt))
		}
	}
	if depth >= maxLicence || !e.aboutLicences() {
		return false
	}
	bodies := e.bodies(c)
	if len(bodies) == 0 {
		return false // out of sight
	}
	for _, body := range bodies {
		if !e.alwaysTakes(body, depth+1) {
			return false
		}
	}
	return true
}

// alwaysTakes reports whether fn has taken an attempt down wherever it returns
// without an error. Without a result for one, nothing says that the attempt was
// refused.
func (e *Engine) alwaysTakes(fn *ssa.Function, depth int) bool {
	return ssaval.CanFail(fn.Signature) && always(fn, func(c ssa.CallInstruction) bool { return e.takesAttempt(c, depth) }, fails)
}

// always reports whether fn has made a call that counts, and made it with
// success, wherever it may return without an error. failed tells which returns
// of an error are not asked.
func always(fn *ssa.Function, is func(ssa.CallInstruction) bool, failed func(err ssa.Value, ret *ssa.Return) bool) bool {
	found := false
	for ret := range ssaval.Returns(fn) {
		var err ssa.Value
		if ssaval.CanFail(fn.Signature) {
			err = ret.Results[len(ret.Results)-1]
		}
		switch {
		case err != nil && failed(err, ret):
		case err != nil && says(err, is), CheckedBefore(ret, is) != nil:
			found = true
		default:
			return false
		}
	}
	return found
}

// says reports whether an error is what a call that counts has returned.
func says(err ssa.Value, is func(ssa.CallInstruction) bool) bool {
	switch x := err.(type) {
	case *ssa.Call:
		return is(x)
	case *ssa.Extract:
		c, ok := x.Tuple.(*ssa.Call)
		return ok && is(c)
	}
	return false
}

// fails reports whether an error is surely not nil where it is returned.
func fails(err ssa.Value, ret *ssa.Return) bool {
	switch x := err.(type) {
	case *ssa.Const:
		return false
	case *ssa.MakeInterface:
		return true
	case *ssa.Call:
		if fn := ssaval.Callee(x.Common()); fn != nil {
			switch knowledge.Name(fn) {
			case "errors.New", "fmt.Errorf", "errors.Join":
				return true
			}
		}
	case *ssa.UnOp:
		if g, ok := x.X.(*ssa.Global); ok && ssaval.IsError(ssaval.Deref(g.Type())) {
			return true // a sentinel
		}
	}
	for failed := range failures(err) {
		if len(failed.Preds) == 1 && failed.Dominates(ret.Block()) {
			return true
		}
	}
	return false
}

// aboutLicences reports whether the package itself uses package recovery, or
// one that does: no other has a function that takes attempts down.
func (e *Engine) aboutLicences() bool {
	for _, imp := range e.Pass.Pkg.Imports() {
		if knowledge.IsRecovery(imp.Path()) || e.Pass.ImportPackageFact(imp, new(Licences)) {
			return true
		}
	}
	return false
}

// Licences is the package fact that a function of it has the fact
// [TakesAttempt].
type Licences struct{}

// AFact marks Licences as a fact.
func (*Licences) AFact() {}

func (*Licences) String() string { return "licences" }

// exportLicences exports the functions that take attempts down.
func (e *Engine) exportLicences() {
	if !e.aboutLicences() {
		return
	}
	any := false
	for _, fn := range e.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || !obj.Exported() || knowledge.ProcedureOf(knowledge.Name(obj)) == knowledge.Attempts {
			continue
		}
		if e.alwaysTakes(fn, 1) {
			e.Pass.ExportObjectFact(obj, new(TakesAttempt))
			any = true
		}
	}
	if any {
		e.Pass.ExportPackageFact(new(Licences))
	}
}
