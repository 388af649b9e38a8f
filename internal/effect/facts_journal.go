// This file tells which functions write an intent to a journal whenever they succeed.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Journals is the fact on a function that it writes an intent to a journal
// whenever it returns without an error.
type Journals struct{}

// AFact marks Journals as a fact.
func (*Journals) AFact() {}

func (*Journals) String() string { return "journals" }

// maxJournal bounds how far calls are followed to a journal.
const maxJournal = 4

// Journals reports whether a call writes an intent to a journal: a function
// that the settings name, one of package recovery, an implementation of its
// Journal, or a function that does so whenever it succeeds.
func (e *Engine) Journals(c ssa.CallInstruction) bool { return e.writesIntent(c, 0) }

func (e *Engine) writesIntent(c ssa.CallInstruction, depth int) bool {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return false
	}
	if e.isJournal(fn) {
		return true
	}
	if fn.Pkg() != nil && fn.Pkg() != e.Pass.Pkg {
		return e.Pass.ImportObjectFact(fn, new(Journals))
	}
	bodies := e.bodies(c)
	if depth >= maxJournal || len(bodies) == 0 {
		return false
	}
	for _, body := range bodies {
		if !e.alwaysWrites(body, depth+1) {
			return false
		}
	}
	return true
}

func (e *Engine) isJournal(fn *types.Func) bool {
	if e.Settings.IsJournal(fn) {
		return true
	}
	switch knowledge.ProcedureOf(knowledge.Name(fn)) {
	case knowledge.Attempts, knowledge.BeginsIntent:
		return true
	}
	// Append of recovery.Journal, or of what implements it.
	sig := fn.Signature()
	return fn.Name() == "Append" && sig.Recv() != nil && sig.Params().Len() == 2 &&
		knowledge.TypeName(sig.Params().At(1).Type()) == knowledge.RecoveryRecord
}

// alwaysWrites reports whether fn has written an intent wherever it returns
// without an error.
func (e *Engine) alwaysWrites(fn *ssa.Function, depth int) bool {
	writes := func(c ssa.CallInstruction) bool { return e.writesIntent(c, depth) }
	return always(fn, writes, func(err ssa.Value, _ *ssa.Return) bool {
		// An error, or what may be one, unless it is what the journal says.
		return !ssaval.IsNil(err) && !says(err, writes)
	})
}

// aboutJournals reports whether the package uses a journal, if anybody wants to
// know.
func (e *Engine) aboutJournals() bool {
	if !e.Settings.Enabled("intentlog") {
		return false
	}
	for _, obj := range e.Pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if ok && (e.isJournal(fn) || fn.Pkg() != nil && fn.Pkg() != e.Pass.Pkg && e.Pass.ImportObjectFact(fn.Origin(), new(Journals))) {
			return true
		}
	}
	return false
}

// exportJournals exports the functions that write intents.
func (e *Engine) exportJournals() {
	if !e.Settings.Enabled("intentlog") {
		return
	}
	for _, fn := range e.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if ok && fn.Parent() == nil && obj.Exported() && !e.isJournal(obj) && e.alwaysWrites(fn, 0) {
			e.Pass.ExportObjectFact(obj, new(Journals))
		}
	}
}
