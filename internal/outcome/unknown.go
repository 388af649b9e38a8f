// This file executes a call of which nothing is known: what it may change, and what
// its results may be.

package outcome

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// otherError is the error result of a call that is not about the attempt:
// after a success everything else succeeds too, so that a decoding error does
// not make a loop look like polling.
func (w *Walk) otherError(p *Path) Abs {
	switch {
	case p.answered():
		return Abs{K: Nil}
	case p.handed:
		// Waiting for the answer and reading it is a part of the attempt.
		return Abs{K: ErrIf, T: knowledge.All, F: knowledge.All, Chain: true, Text: true}
	}
	return Abs{}
}

// unknownCall forgets what the callee may change and guesses its results from
// its arguments.
func (w *Walk) unknownCall(p *Path, x *ssa.Call, fn *types.Func) {
	c := &x.Call
	var errArg Abs
	errs := 0
	fromResp, about := false, false
	var taint Tag
	for _, a := range ssaval.Operands(c) {
		v := w.eval(p, a)
		taint |= v.On &^ (Hinted | NoEffect)
		if v.isErr() || v.K == Text || v.K == Status || v.K == Code || v.P == rpcObject || v.P == netObject {
			about = true
			if v.isErr() {
				errs++
				errArg = v
			}
		}
		if strings.HasPrefix(v.P, respObject) {
			fromResp = true
		}
	}
	if p.handed && fn != nil {
		switch knowledge.Name(fn) {
		case "encoding/json.Unmarshal", "(*encoding/json.Decoder).Decode":
			fromResp = true
		}
	}
	if w.Engine.Issues != nil && w.Engine.Issues(x) {
		taint |= LookedUp
	}
	var behaviour *Behaviour
	if fn != nil && w.Engine.Behaviour != nil {
		behaviour = w.Engine.Behaviour(fn)
	}
	w.killArgs(p, c, taint)
	if fromResp {
		w.decoded(p, c)
	}
	reading := p.reading
	w.setResults(p, x, func(i int, t types.Type) Abs {
		switch {
		case ssaval.IsError(t):
			if errs == 1 {
				// A wrapper of the error, or something that deals with it.
				return Abs{K: ErrIf, T: knowledge.All, F: knowledge.All, Chain: errArg.Chain, Text: errArg.Text, On: errArg.On}
			}
			if fromResp && reading {
				p.reading = false
				return AttemptError
			}
			if fromResp && p.Ends&knowledge.Statuses == 0 {
				return Abs{K: Nil}
			}
			e := w.otherError(p)
			e.On |= taint
			return e
		case ssaval.IsBool(t):
			if about && errs > 0 && errArg.K == Nil {
				return Opaque
			}
			r := Either
			if about {
				r = Opaque
				if _, isParam := c.Value.(*ssa.Parameter); isParam {
					r.On = Forced // the caller's predicate
				}
			}
			r = tagged(taint, r)
			if behaviour != nil {
				r.On |= behaviour.Tags
				r.Off |= behaviour.Off
			}
			return r
		}
		a := Abs{On: taint}
		if _, basic := t.Underlying().(*types.Basic); fromResp && (!basic || ssaval.IsString(t)) {
			a.P = respObject + "~"
		}
		return a
	})
}

// decoded marks what a call fills from the response.
func (w *Walk) decoded(p *Path, c *ssa.CallCommon) {
	for _, a := range ssaval.Operands(c) {
		v := ssaval.Inside(a)
		if !isPointer(v.Type()) || strings.HasPrefix(w.eval(p, v).P, "@") {
			continue
		}
		if m := w.names.mem(p.env, v); m != "" && m[0] != '@' {
			p.env.put(m, Abs{K: Answer})
		}
	}
}

// killArgs forgets the memory that a call may write through its arguments.
func (w *Walk) killArgs(p *Path, c *ssa.CallCommon, taint Tag) {
	kill := func(v ssa.Value) {
		v = ssaval.Inside(v)
		if !isPointer(v.Type()) {
			return
		}
		m := w.names.mem(p.env, v)
		if m == "" || m[0] == '@' {
			return
		}
		// A callee that is handed a struct rarely rewrites what it only knows
		// as a receiver; a local that is handed out for writing is rewritten.
		p.env.kill(m)
		if taint != 0 {
			p.env.put(m, Abs{On: taint})
		}
	}
	for _, a := range ssaval.Operands(c) {
		if mc := closureOf(a); mc != nil {
			for _, b := range mc.Bindings {
				if isPointer(b.Type()) {
					if m := w.names.mem(p.env, b); m != "" && writes(mc, b) {
						p.env.kill(m)
					}
				}
			}
			continue
		}
		kill(a)
	}
	if mc := closureOf(c.Value); mc != nil {
		for _, b := range mc.Bindings {
			if isPointer(b.Type()) && writes(mc, b) {
				if m := w.names.mem(p.env, b); m != "" {
					p.env.kill(m)
				}
			}
		}
	}
}

// writes reports whether the closure stores to the captured variable b, or
// hands its address on.
func writes(mc *ssa.MakeClosure, b ssa.Value) bool {
	fn := mc.Fn.(*ssa.Function)
	for i, x := range mc.Bindings {
		if x != b || i >= len(fn.FreeVars) {
			continue
		}
		for _, r := range *fn.FreeVars[i].Referrers() {
			if ld, ok := r.(*ssa.UnOp); ok && ld.X == fn.FreeVars[i] {
				continue
			}
			if _, ok := r.(*ssa.DebugRef); ok {
				continue
			}
			return true
		}
	}
	return false
}
