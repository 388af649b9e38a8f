// This file recognises what undoes.

package persist

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/words"
)

// undoVerbs begin the names of functions and tools that undo something.
var undoVerbs = []string{"refund", "compensate", "restock", "unreserve", "uncharge", "unbook"}

// freeVerbs do so too, but are also said of locks, buffers and the like: they
// want to be told what they free.
var freeVerbs = []string{"release", "unlock", "revert", "undo", "restore", "reverse"}

// notFreed are words of types whose things are given back after every use.
var notFreed = []string{
	"pool", "semaphore", "sem", "limiter", "mutex", "lock", "locker", "locks", "lease", "leaser", "conn", "connection",
	"buffer", "cache", "memory", "session", "cursor", "driver", "file", "port", "worker", "token", "state", "terminal",
	"term", "tty", "screen", "editor", "snapshot", "backup", "config", "settings", "env", "context", "slot", "guard",
}

// Undoes says what a function or a tool of that name does to what went before.
func Undoes(name string) Kind {
	w := words.Split(name)
	switch {
	case len(w) == 0:
		return None
	case slices.Contains(undoVerbs, w[0]), slices.Contains(freeVerbs, w[0]), rollsBack(w):
		return Compensated
	case requeues(w):
		return Requeued
	}
	return None
}

func rollsBack(w []string) bool {
	return w[0] == "rollback" || len(w) > 1 && w[0] == "roll" && w[1] == "back"
}

func requeues(w []string) bool {
	switch w[0] {
	case "requeue", "reenqueue", "requeued":
		return true
	}
	return len(w) > 1 && w[0] == "re" && (w[1] == "queue" || w[1] == "enqueue")
}

// undoing says what c undoes. The roll-back of a transaction counts only if
// something was written in it before the instruction attempt.
func undoing(c ssa.CallInstruction, attempt ssa.Instruction) Kind {
	common := c.Common()
	fn := ssaval.Callee(common)
	if fn == nil || fn.Pkg() == nil {
		return None
	}
	name := knowledge.Name(fn)
	if arg, ok := knowledge.Requeue(name); ok {
		if arg < 0 {
			return Requeued
		}
		if v, isConst := ssaval.Argument(common, arg).(*ssa.Const); isConst && v.Value != nil && v.Value.Kind() == constant.Bool && !constant.BoolVal(v.Value) {
			return None
		}
		return Requeued
	}
	if fn.Name() == "ExecuteActivity" || fn.Name() == "ExecuteLocalActivity" || fn.Name() == "ExecuteChildWorkflow" {
		return Undoes(nameOf(ssaval.Argument(common, 1)))
	}
	w := words.Split(fn.Name())
	kind := Undoes(fn.Name())
	if kind == None || knowledge.IsSDK(fn.Pkg().Path()) {
		return None
	}
	if rollsBack(w) && (len(w) == 1 || len(w) == 2 && w[0] == "roll") {
		// Of a database transaction, by its type or its shape.
		if wroteBefore(ssaval.Receiver(common), attempt) {
			return Compensated
		}
		if fn.Signature().Params().Len() == 0 || knowledge.IsStd(fn.Pkg().Path()) || !identifies(fn.Signature()) {
			return None
		}
	}
	if knowledge.IsStd(fn.Pkg().Path()) {
		return None
	}
	if slices.Contains(freeVerbs, w[0]) {
		if !identifies(fn.Signature()) || slices.ContainsFunc(ownerWords(fn), func(s string) bool { return slices.Contains(notFreed, s) }) {
			return None
		}
		if slices.ContainsFunc(w, func(s string) bool { return slices.Contains(notFreed, s) }) {
			return None
		}
	}
	return kind
}

// nameOf names the function, or gives the text, that a workflow is to execute.
func nameOf(v ssa.Value) string {
	switch x := ssaval.Plain(v).(type) {
	case *ssa.Const:
		s, _ := ssaval.String(x)
		return s
	case *ssa.Function:
		return x.Name()
	case *ssa.MakeClosure:
		if fn, ok := x.Fn.(*ssa.Function); ok {
			if obj, ok := fn.Object().(*types.Func); ok {
				return obj.Name()
			}
		}
	}
	return ""
}

// wroteBefore reports whether something is written through tx, or with it,
// before attempt is made.
func wroteBefore(tx ssa.Value, attempt ssa.Instruction) bool {
	if tx == nil || attempt == nil || tx.Referrers() == nil || tx.Parent() != attempt.Parent() {
		return false
	}
	for _, ref := range *tx.Referrers() {
		c, ok := ref.(ssa.CallInstruction)
		if !ok || !ssaval.Precedes(ref, attempt) {
			continue
		}
		common := c.Common()
		if ssaval.Receiver(common) != tx {
			if fn := ssaval.Callee(common); fn != nil && len(words.Split(fn.Name())) > 0 && slices.Contains(storeVerbs, words.Split(fn.Name())[0]) {
				return true
			}
			continue
		}
		switch formOf(common) {
		case byQuery:
			for _, a := range common.Args {
				if q, ok := ssaval.String(a); ok && readQuery(q).writes {
					return true
				}
			}
		case byValue, byChain, byName:
			return true
		}
	}
	return false
}

// Undoing says what a call undoes of what went before, by the function that is
// called.
func Undoing(c ssa.CallInstruction) Kind { return undoing(c, nil) }
