package outcome

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// transfer follows a call whose arguments tell of the attempt into its callee:
// a body in this package, or the behaviour exported by another.
func (w *Walk) transfer(p *Path, x *ssa.Call, fn *types.Func) ([]*Path, bool) {
	c := &x.Call
	args := ssaval.Operands(c)
	abs := make([]Abs, len(args))
	interesting := false
	for i, a := range args {
		abs[i] = w.eval(p, a)
		if tells(abs[i]) || w.holds(p, a) || abs[i].K == Nil && ssaval.IsError(a.Type()) && !isNilConst(a) {
			interesting = true
		}
	}
	mc := closureOf(c.Value)
	if mc != nil {
		for _, b := range mc.Bindings {
			if w.holds(p, b) {
				interesting = true
			}
		}
	}
	var bodies []*ssa.Function
	if w.Engine.Callees != nil {
		bodies = w.Engine.Callees(x)
	}
	if !interesting && !slices.ContainsFunc(bodies, w.Engine.readsHints) {
		return nil, false
	}
	if len(bodies) > 0 && len(bodies) <= 3 && w.depth < maxTransfers {
		var out []*Path
		for _, body := range bodies {
			alts, ok := w.body(p, x, body, args, abs, mc)
			if !ok {
				return nil, false
			}
			base := p.clone()
			w.killArgs(base, c, 0)
			out = append(out, w.Engine.Apply(base, x, alts)...)
		}
		if out == nil {
			out = []*Path{}
		}
		return out, true
	}
	if fn == nil || w.Engine.Behaviour == nil {
		return nil, false
	}
	b := w.Engine.Behaviour(fn)
	if b == nil {
		return nil, false
	}
	for _, h := range b.Handles {
		if !h.accepts(abs) {
			continue
		}
		base := p.clone()
		w.killArgs(base, c, 0)
		out := w.Engine.Apply(base, x, h.weaken(abs))
		if out == nil {
			out = []*Path{}
		}
		return out, true
	}
	return nil, false
}

// tells reports whether a value says something about the attempt.
func tells(a Abs) bool {
	switch a.K {
	case Err, ErrIf, Status, Code, Text, Classified, Licence:
		return true
	}
	return strings.HasPrefix(a.P, "@")
}

// holds reports whether memory behind v, or inside it, tells of the attempt.
func (w *Walk) holds(p *Path, v ssa.Value) bool {
	for _, t := range w.tree(p, v) {
		if tells(t.A) {
			return true
		}
	}
	if !isPointer(v.Type()) {
		return false
	}
	m := w.names.mem(p.env, v)
	if m == "" || m[0] == '@' {
		return false
	}
	for l, a := range p.env {
		if _, ok := below(l, m); ok && tells(a) {
			return true
		}
	}
	return false
}

// body walks a callee of this package and returns how it turns out.
func (w *Walk) body(p *Path, x *ssa.Call, fn *ssa.Function, args []ssa.Value, abs []Abs, mc *ssa.MakeClosure) ([]Alt, bool) {
	if len(fn.Blocks) == 0 || w.Engine.active[fn] || len(fn.Blocks) > 400 {
		return nil, false
	}
	seed := make(env)
	put := func(root string, v ssa.Value, a Abs) {
		if a.P != "" && a.P[0] != '@' {
			a.P = ""
		}
		if a != (Abs{}) {
			seed[root] = a
		}
		for _, t := range w.tree(p, v) {
			seed[root+t.Loc] = portable(t.A)
		}
		if m := w.names.mem(p.env, v); m != "" && m[0] != '@' && (isPointer(v.Type()) || w.eval(p, v).P != "") {
			for l, b := range p.env {
				if rest, ok := below(l, m); ok && len(rest) < 24 {
					seed[root+"*"+rest] = portable(b)
				}
			}
		}
	}
	n := min(len(args), len(fn.Params))
	for i := range n {
		put("p"+itoa(i), args[i], abs[i])
	}
	if mc != nil {
		for i, b := range mc.Bindings {
			put("f"+itoa(i), b, Abs{})
		}
	}
	key := fn.RelString(nil) + "@" + itoa(int(fn.Pos())) + "|" + itoa(int(p.Ends>>32)) + "/" + itoa(int(p.Ends&0xffffffff)) + "|" + seed.key()
	if p.reading {
		key += "r"
	}
	if p.handed {
		key += "h"
	}
	if alts, ok := w.Engine.memo[key]; ok {
		return alts, true
	}
	w.Engine.active[fn] = true
	defer delete(w.Engine.active, fn)
	c := newCollector(w.Engine, fn)
	sub := &Walk{Engine: w.Engine, Fn: fn, Return: c.ret, depth: w.depth + 1}
	sub.FromEntry(p.Ends, func(q *Path) {
		for l, a := range seed {
			q.env[l] = a
		}
		q.reading, q.handed = p.reading, p.handed
	})
	if sub.Overflow {
		w.Engine.Overflows[fn]++
		return nil, false
	}
	alts := c.alts()
	w.Engine.memo[key] = alts
	return alts, true
}

// readsHints reports whether fn is a short function that reads tool
// annotations, or asks one that does.
func (e *Engine) readsHints(fn *ssa.Function) bool { return e.readsHintsBelow(fn, 0) }

func (e *Engine) readsHintsBelow(fn *ssa.Function, depth int) bool {
	if depth > 2 || len(fn.Blocks) == 0 || len(fn.Blocks) > 30 {
		return false
	}
	res := fn.Signature.Results()
	if res.Len() == 0 || !ssaval.IsBool(res.At(0).Type()) {
		return false
	}
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.FieldAddr:
			if isHintAccess(ssaval.Deref(x.X.Type()), x.Field) {
				return true
			}
		case *ssa.Field:
			if isHintAccess(x.X.Type(), x.Field) {
				return true
			}
		case *ssa.Call:
			if e.asksHints(x, depth) {
				return true
			}
		}
	}
	return false
}

// asksHints reports whether a call asks a predicate that reads annotations.
func (e *Engine) asksHints(c *ssa.Call, depth int) bool {
	res := c.Call.Signature().Results()
	if res.Len() != 1 || !ssaval.IsBool(res.At(0).Type()) {
		return false
	}
	if body := ssaval.Static(&c.Call); body != nil && len(body.Blocks) > 0 {
		return e.readsHintsBelow(body, depth+1)
	}
	fn := ssaval.Callee(&c.Call)
	if fn == nil || e.Behaviour == nil {
		return false // not known
	}
	b := e.Behaviour(fn)
	return b != nil && (b.Tags|b.Off)&Hinted != 0
}

func isHintAccess(t types.Type, i int) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return false
	}
	h, _ := hintField(t, st.Field(i).Name())
	return h
}

// accepts reports whether a handle was made for arguments like these.
func (h Handle) accepts(abs []Abs) bool {
	if len(h.In) != len(abs) {
		return false
	}
	for i, k := range h.In {
		a := abs[i]
		ok := false
		switch k {
		case Err:
			ok = a.K == Err
		case ErrIf:
			ok = a.K == ErrIf
		case NonNil:
			ok = a.P == respObject
		case Nil:
			ok = a.K == Nil
		case Top:
			// What the result says is left open.
			ok = !tells(a) || a.P == resultObject
		default:
			ok = a.K == k
		}
		if !ok {
			return false
		}
	}
	return true
}

// weaken adapts the outcomes to an error argument that is less than the
// attempt's own error: tests of the chain fail on one without it.
func (h Handle) weaken(abs []Abs) []Alt {
	for i, k := range h.In {
		if k != Err || abs[i].Chain {
			continue
		}
		// As for an error that no test names.
		var out []Alt
		for _, a := range h.Alts {
			if a.When.Has(knowledge.Unclassified) {
				a.When = knowledge.All
				out = append(out, a)
			}
		}
		return out
	}
	return h.Alts
}

// BehaviourOf computes what callers in other packages need to know of fn.
func (e *Engine) BehaviourOf(fn *ssa.Function) *Behaviour {
	if len(fn.Blocks) == 0 || len(fn.Blocks) > 200 {
		return nil
	}
	out := &Behaviour{}
	if e.readsHints(fn) {
		out.Tags, out.Off = e.restsOn(fn)
	}
	for _, in := range patterns(fn) {
		e.namesOf(fn)
		if e.active[fn] {
			continue
		}
		e.active[fn] = true
		c := newCollector(e, fn)
		w := &Walk{Engine: e, Fn: fn, Return: c.ret, depth: 1}
		ends := knowledge.Failures
		if !slices.ContainsFunc(in, func(k Kind) bool { return k != Top && k != Nil }) || slices.Contains(in, Classified) {
			ends = knowledge.All // no failure to tell of
		}
		w.FromEntry(ends, func(p *Path) {
			for i, k := range in {
				loc := "p" + itoa(i)
				switch k {
				case Err:
					p.env[loc] = AttemptError
				case NonNil:
					p.env[loc] = Abs{K: NonNil, P: respObject}
				case Nil, Status, Code, Text, Classified:
					p.env[loc] = Abs{K: k}
				}
			}
		})
		delete(e.active, fn)
		if w.Overflow {
			e.Overflows[fn]++
			continue
		}
		alts := c.alts()
		for i := range alts {
			alts[i].Results = slices.DeleteFunc(alts[i].Results, func(l LocAbs) bool { return l.Loc[0] != 'r' })
		}
		out.Handles = append(out.Handles, Handle{In: in, Alts: alts})
	}
	if len(out.Handles) == 0 && out.Tags|out.Off == 0 {
		return nil
	}
	return out
}

// patterns lists the ways in which fn's parameters can tell of an attempt.
func patterns(fn *ssa.Function) [][]Kind {
	if fn.Signature.Results().Len() == 0 {
		return nil
	}
	var errs, resps, codes, classes []int
	for i, q := range fn.Params {
		t := q.Type()
		switch {
		case ssaval.IsError(t):
			errs = append(errs, i)
		case typeName(t) == "*net/http.Response":
			resps = append(resps, i)
		case typeName(t) == knowledge.RecoveryOutcome:
			classes = append(classes, i)
		default:
			if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
				n := strings.ToLower(q.Name())
				if strings.Contains(n, "status") || strings.Contains(n, "code") {
					codes = append(codes, i)
				}
			}
		}
	}
	blank := func() []Kind { return make([]Kind, len(fn.Params)) }
	var out [][]Kind
	if len(resps) == 1 {
		in := blank()
		in[resps[0]] = NonNil
		for _, i := range errs {
			in[i] = Nil
		}
		out = append(out, in)
	}
	if len(errs) == 1 {
		in := blank()
		in[errs[0]] = Err
		for _, i := range resps {
			in[i] = Nil
		}
		out = append(out, in)
		if len(resps) == 0 {
			none := blank()
			none[errs[0]] = Nil
			out = append(out, none)
		}
	}
	if len(classes) == 1 {
		in := blank()
		in[classes[0]] = Classified
		out = append(out, in)
	}
	if len(codes) == 1 {
		in := blank()
		in[codes[0]] = Status
		if strings.Contains(strings.ToLower(fn.Name()), "rpc") {
			in[codes[0]] = Code
		}
		out = append(out, in)
	}
	return out
}
