package stream

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// An Answer is what a server may have said: an HTTP status, or the code of a
// JSON-RPC error. One of the two is 0.
type Answer struct {
	Status, Code int64
}

// A world assumes one answer, and tells which conditions can hold, and which
// blocks can be reached, if every request got it. What does not depend on
// the answer can be either way.
type world struct {
	*Room
	Answer
	// observed: the answer is that to a request in a session, and it has
	// come: what is done before the request is sent has not failed.
	observed     bool
	failed, fine map[ssa.Value]bool // errors known to be there, and known not to be
	ends         map[*ssa.Function]ends
	reached      map[*ssa.Function]map[*ssa.BasicBlock]bool
	on           map[*ssa.Function]bool
}

// world returns the world of an answer.
func (r *Room) world(a Answer) *world {
	w, ok := r.worlds[a]
	if !ok {
		w = r.newWorld(a)
		if r.worlds == nil {
			r.worlds = make(map[Answer]*world)
		}
		r.worlds[a] = w
	}
	return w
}

func (r *Room) newWorld(a Answer) *world {
	return &world{
		Room: r, Answer: a,
		reached: make(map[*ssa.Function]map[*ssa.BasicBlock]bool), on: make(map[*ssa.Function]bool),
	}
}

// reach returns the blocks of fn that can be reached.
func (w *world) reach(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	if set, ok := w.reached[fn]; ok {
		return set
	}
	if w.on[fn] || len(fn.Blocks) == 0 {
		return nil // it calls itself: the outer look tells
	}
	w.on[fn] = true
	set := w.reachFrom(fn.Blocks[0], nil)
	delete(w.on, fn)
	w.reached[fn] = set
	return set
}

// reachFrom returns the blocks that can be reached from the beginning of one,
// without entering those to avoid.
func (w *world) reachFrom(from *ssa.BasicBlock, avoid map[*ssa.BasicBlock]bool) map[*ssa.BasicBlock]bool {
	set := make(map[*ssa.BasicBlock]bool)
	stack := []*ssa.BasicBlock{from}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if set[b] || avoid[b] {
			continue
		}
		set[b] = true
		stack = append(stack, w.next(b)...)
	}
	return set
}

// next returns the blocks that control can go to from the end of b.
func (w *world) next(b *ssa.BasicBlock) []*ssa.BasicBlock {
	if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		switch yes, no := w.truth(br.Cond); {
		case yes && !no:
			return b.Succs[:1:1]
		case no && !yes:
			return b.Succs[1:2:2]
		}
	}
	return slices.Clip(b.Succs)
}

// may reports whether a block can be reached in its function.
func (w *world) may(b *ssa.BasicBlock) bool {
	set := w.reach(b.Parent())
	return set == nil || set[b]
}

// truth reports whether a condition can be true, and whether it can be false.
func (w *world) truth(v ssa.Value) (yes, no bool) {
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil {
			t := x.Value.ExactString() == "true"
			return t, !t
		}
	case *ssa.UnOp:
		if x.Op == token.NOT {
			yes, no = w.truth(x.X)
			return no, yes
		}
	case *ssa.BinOp:
		return w.compare(x)
	case *ssa.Phi:
		if ssaval.IsBool(x.Type()) && !w.inLoop(x) {
			return w.merge(x)
		}
	case *ssa.Call:
		return w.certain(x, 0)
	case *ssa.Lookup:
		return w.lookup(x)
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Call:
			return w.certain(t, x.Index)
		case *ssa.Lookup:
			if x.Index == 1 {
				return w.lookup(t)
			}
		case *ssa.TypeAssert:
			if x.Index == 1 {
				return w.typed(t.AssertedType)
			}
		}
	}
	return true, true
}

// inLoop: one of the ways into the phi comes from below it.
func (w *world) inLoop(x *ssa.Phi) bool {
	return slices.ContainsFunc(x.Block().Preds, x.Block().Dominates)
}

// merge: a && b, a || b kept in a variable.
func (w *world) merge(x *ssa.Phi) (yes, no bool) {
	for i, e := range x.Edges {
		p := x.Block().Preds[i]
		if !slices.Contains(w.next(p), x.Block()) || !w.holds(p) {
			continue
		}
		y, n := w.truth(e)
		yes, no = yes || y, no || n
	}
	if !yes && !no {
		return true, true
	}
	return yes, no
}

// holds reports whether the conditions that lead to a block can all hold.
func (w *world) holds(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(Guards(b), func(g Guard) bool {
		if _, ok := g.Cond.(*ssa.Phi); ok {
			return false // what it is made of is among the guards
		}
		yes, no := w.truth(g.Cond)
		return g.True && !yes || !g.True && !no
	})
}

var flipped = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ, token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
}

func (w *world) compare(x *ssa.BinOp) (yes, no bool) {
	if _, ok := flipped[x.Op]; !ok {
		return true, true
	}
	for _, side := range []struct {
		v, with ssa.Value
		op      token.Token
	}{{x.X, x.Y, x.Op}, {x.Y, x.X, flipped[x.Op]}} {
		if nothing(side.with) && w.observed && w.ofSession(side.v) {
			return x.Op == token.NEQ, x.Op != token.NEQ
		}
		if n, ok := ssaval.Int(side.with); ok {
			if n == 0 && w.observed && w.ofSession(side.v) {
				t := holds(1, side.op, 0) // len(id)
				return t, !t
			}
			if is, ok := w.number(side.v, n); ok {
				t := holds(is, side.op, n)
				return t, !t
			}
			continue
		}
		if c, ok := side.with.(*ssa.Const); ok && c.Value == nil && ssaval.IsError(side.v.Type()) {
			switch there, known := w.there(side.v); {
			case known && there:
				return x.Op == token.NEQ, x.Op != token.NEQ
			case known:
				return x.Op == token.EQL, x.Op != token.EQL
			}
			continue
		}
		if g := sentinel(side.with); g != nil && (x.Op == token.EQL || x.Op == token.NEQ) {
			yes, no = w.is(g)
			if other, _ := w.world(Answer{Status: 500}).is(g); w.observed && yes && !other {
				no = false
			}
			if x.Op == token.NEQ {
				return no, yes
			}
			return yes, no
		}
	}
	return true, true
}

func holds(is int64, op token.Token, n int64) bool {
	switch op {
	case token.EQL:
		return is == n
	case token.NEQ:
		return is != n
	case token.LSS:
		return is < n
	case token.LEQ:
		return is <= n
	case token.GTR:
		return is > n
	}
	return is >= n
}

// isCode reports whether n is among the codes that JSON-RPC reserves.
func isCode(n int64) bool { return n <= -32000 && n >= -32768 }

// number returns what v, which is compared with n, is in this world.
func (w *world) number(v ssa.Value, n int64) (int64, bool) {
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.QUO {
		// resp.StatusCode/100 == 4
		if d, ok := ssaval.Int(b.Y); ok && d == 100 && w.Status != 0 && w.isStatus(b.X) {
			return w.Status / 100, true
		}
		return 0, false
	}
	switch {
	case w.Status != 0 && w.isStatus(v):
		return w.Status, true
	case w.Code != 0 && isCode(n):
		return w.Code, true
	}
	return 0, false
}

// ofSession reports whether v is the session id, or leads to it.
func (w *world) ofSession(v ssa.Value) bool {
	if w.holdsSession(v.Type()) {
		return true
	}
	if c, ok := v.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			v = c.Call.Args[0]
		}
	}
	if !ssaval.IsString(v.Type()) {
		return false
	}
	places := w.sessionPlaces()
	for p := range w.Flow.Into(Same|Derived, v) {
		if places[p] {
			return true
		}
	}
	return false
}

// isStatus reports whether v is the status of a response.
func (r *Room) isStatus(v ssa.Value) bool {
	if r.statuses == nil {
		var loads []Place
		r.each(func(instr ssa.Instruction) {
			if v, ok := instr.(ssa.Value); ok && statusOf(v) != nil {
				loads = append(loads, v)
			}
		})
		r.statuses = r.Flow.From(Same, loads...)
	}
	return r.statuses[v]
}

// statusOf returns the response whose status v is.
func statusOf(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok || knowledge.TypeName(fa.X.Type()) != "*net/http.Response" {
		return nil
	}
	if fv := ssaval.Field(fa.X.Type(), fa.Field); fv == nil || fv.Name() != "StatusCode" {
		return nil
	}
	return fa.X
}

// certain is like call. Where the answer is known to have come, what can be
// true for it and not for a status that nobody tests for is true.
func (w *world) certain(c *ssa.Call, at int) (yes, no bool) {
	yes, no = w.call(c, at)
	if yes && no && w.observed {
		other, _ := w.world(Answer{Status: 500}).call(c, at)
		no = other
	}
	return yes, no
}

// call: a test of an error, a predicate of the package, or of another.
func (w *world) call(c *ssa.Call, at int) (yes, no bool) {
	args := c.Call.Args
	switch name := CalleeName(c); {
	case name == "errors.Is" && len(args) == 2:
		if g := sentinel(args[1]); g != nil {
			return w.is(g)
		}
		return true, true
	case name == "errors.As" && len(args) == 2:
		mi, ok := args[1].(*ssa.MakeInterface)
		if !ok {
			return true, true
		}
		if p, ok := mi.X.Type().Underlying().(*types.Pointer); ok {
			return w.typed(p.Elem())
		}
		return true, true
	case name == "errors.AsType" && at == 1:
		if t, ok := c.Type().(*types.Tuple); ok {
			return w.typed(t.At(0).Type())
		}
	case name == "slices.Contains" && len(args) == 2:
		return w.among(Home(args[0]), args[1])
	case name == "strings.Contains" && len(args) == 2:
		if text, ok := ssaval.Text(args[1]); ok && w.errorText(args[0]) {
			if m, ok := knowledge.Text(text); ok {
				return w.match(m)
			}
		}
		return true, true
	case name != "":
		if m, ok := knowledge.ErrorFunc(name); ok {
			return w.match(m)
		}
	}
	bodies := w.hooks.Callees(c)
	if len(bodies) == 0 {
		if fn := ssaval.Callee(c.Common()); fn != nil && at == 0 {
			return w.told(fn)
		}
		return true, true
	}
	for _, fn := range bodies {
		y, n := w.returns(fn, at)
		yes, no = yes || y, no || n
	}
	return yes, no
}

// errorText reports whether v is the text of an error.
func (w *world) errorText(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	if c.Call.IsInvoke() {
		return c.Call.Method.Name() == "Error" && ssaval.IsError(c.Call.Value.Type())
	}
	return CalleeName(c) == "strings.ToLower" && w.errorText(c.Call.Args[0])
}

// returns tells what a boolean result of a function can be.
func (w *world) returns(fn *ssa.Function, at int) (yes, no bool) {
	if res := fn.Signature.Results(); at >= res.Len() || !ssaval.IsBool(res.At(at).Type()) {
		return true, true
	}
	set := w.reach(fn)
	if set == nil {
		return true, true
	}
	for b := range set {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == fn.Recover || at >= len(ret.Results) {
			continue
		}
		y, n := w.truth(ret.Results[at])
		yes, no = yes || y, no || n
	}
	return yes, no
}

// lookup: codes[code], in a map of constants.
func (w *world) lookup(l *ssa.Lookup) (yes, no bool) {
	if _, ok := l.X.Type().Underlying().(*types.Map); !ok {
		return true, true
	}
	return w.among(Home(l.X), l.Index)
}

// among: whether v is one of the constants that a list or map holds.
func (w *world) among(list Place, v ssa.Value) (yes, no bool) {
	if !isNumber(v.Type()) {
		return true, true
	}
	members, ok := w.members(list)
	if !ok || len(members) == 0 {
		return true, true
	}
	is, ok := w.number(v, members[0])
	if !ok {
		return true, true
	}
	in := slices.Contains(members, is)
	return in, !in
}

// members returns the integers that are put into a list or map, if all are
// constants.
func (r *Room) members(list Place) ([]int64, bool) {
	var out []int64
	all := true
	add := func(v ssa.Value) {
		n, ok := ssaval.Int(v)
		out = append(out, n)
		all = all && ok
	}
	homes := r.Flow.Into(Same, list)
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.MapUpdate:
			if homes[Home(x.Map)] {
				add(x.Key)
			}
		case *ssa.Store:
			if at, ok := x.Addr.(*ssa.IndexAddr); ok && homes[Home(at.X)] {
				add(x.Val)
			}
		}
	})
	return out, all
}
