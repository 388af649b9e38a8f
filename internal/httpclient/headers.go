// This file finds headers that make net/http send a request again, where an SDK
// is given them.

package httpclient

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// handed finds headers that make net/http repeat requests in what a function
// of an SDK is given: a table of headers, a func that returns one or sets them
// on each request, or the name of one.
func (a *analyser) handed(c ssa.CallInstruction, v ssa.Value) {
	if v == nil {
		return
	}
	if name := constantString(v); knowledge.ReplayHeader(name) && !a.Keyed(name) {
		a.headers(c, []Replay{{By: "net/http", Key: name, Pos: c.Pos(), At: a.Position(c.Pos())}})
		return
	}
	if !headerLike(v.Type()) {
		return
	}
	fn := ssaval.Literal(ssaval.Plain(v))
	if fn == nil || len(fn.Blocks) == 0 {
		a.table(c, v)
		return
	}
	if rs := a.keyHeaders(fn, nil); len(rs) > 0 {
		a.headers(c, rs)
		return
	}
	for ret := range ssaval.Returns(fn) {
		if len(ret.Results) > 0 {
			a.table(c, ret.Results[0])
		}
	}
}

// table reports the replay headers in a table.
func (a *analyser) table(c ssa.Instruction, v ssa.Value) {
	var rs []Replay
	for _, name := range a.Entries(v) {
		if !knowledge.ReplayHeader(name) || a.Keyed(name) {
			continue
		}
		r := Replay{By: "net/http", Key: name, Pos: position(c), At: a.Position(position(c))}
		for _, u := range a.entriesOf(v, 0) {
			if constantString(u.Key) == name {
				r.Pos, r.At = u.Pos(), a.Position(u.Pos())
			}
		}
		rs = append(rs, r)
	}
	a.headers(c, rs)
}

func (a *analyser) headers(c ssa.Instruction, rs []Replay) {
	if len(rs) > 0 {
		a.out.Plugs = append(a.out.Plugs, Plug{Pos: position(c), Instr: c, Replays: rs})
	}
}

// headerLike: map[string]string, http.Header, a func that returns one or is
// given the request.
func headerLike(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Map:
		b, ok := u.Key().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	case *types.Signature:
		for i := range u.Params().Len() {
			if isRequest(u.Params().At(i).Type()) {
				return true
			}
		}
		return u.Results().Len() > 0 && headerLike(u.Results().At(0).Type())
	}
	return false
}

// entriesOf finds where the entries of a table are written, in this package.
func (w *walker) entriesOf(v ssa.Value, depth int) []*ssa.MapUpdate {
	if v == nil || depth > 4 {
		return nil
	}
	switch x := ssaval.Plain(v).(type) {
	case *ssa.MakeMap:
		return mapEntries(x)
	case *ssa.Phi:
		var out []*ssa.MapUpdate
		for _, e := range x.Edges {
			out = append(out, w.entriesOf(e, depth+1)...)
		}
		return out
	case *ssa.UnOp:
		var out []*ssa.MapUpdate
		for _, val := range w.loaded(x.X) {
			out = append(out, w.entriesOf(val, depth+1)...)
		}
		return out
	case *ssa.Call:
		var out []*ssa.MapUpdate
		if fn := x.Call.StaticCallee(); fn != nil && fn.Pkg == w.SSA {
			for ret := range ssaval.Returns(fn) {
				if len(ret.Results) > 0 {
					out = append(out, w.entriesOf(ret.Results[0], depth+1)...)
				}
			}
		}
		return out
	}
	return nil
}

// headerOf returns the header in which an instruction that [HeaderSet] knows
// sets an entry.
func headerOf(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case ssa.CallInstruction:
		return ssaval.Plain(ssaval.Receiver(x.Common()))
	case *ssa.MapUpdate:
		return ssaval.Plain(x.Map)
	}
	return nil
}

// onParams reports a replay header that is put on the headers of one call: a
// field of an SDK's request.
func (a *analyser) onParams(instr ssa.Instruction) {
	name, key := HeaderSet(instr)
	if key == nil || !knowledge.ReplayHeader(name) || a.Keyed(name) {
		return
	}
	if a.paramsHeader(headerOf(instr)) {
		a.out.Plugs = append(a.out.Plugs, Plug{Pos: instr.Pos(), Instr: instr, Replays: []Replay{
			{By: "net/http", Key: name, Pos: instr.Pos(), At: a.Position(instr.Pos())},
		}})
	}
}

// paramsHeader reports whether a header is, or becomes, a field of a type of
// an SDK.
func (a *analyser) paramsHeader(h ssa.Value) bool {
	sdkField := func(v ssa.Value) bool {
		fa, ok := v.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		n, ok := types.Unalias(ssaval.Deref(fa.X.Type())).(*types.Named)
		return ok && n.Obj().Pkg() != nil && knowledge.IsSDK(n.Obj().Pkg().Path())
	}
	if ld, ok := h.(*ssa.UnOp); ok && sdkField(ld.X) {
		return true
	}
	if h == nil || h.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*h.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Store:
			return r.Val == h && sdkField(r.Addr)
		case *ssa.ChangeType:
			return a.paramsHeader(r)
		}
		return false
	})
}

// sent reports replay headers on hand-written requests whose body net/http can
// read again.
func (a *analyser) sent(c ssa.CallInstruction) {
	var req ssa.Value
	for _, v := range c.Common().Args {
		if isRequest(v.Type()) {
			req = v
		}
	}
	made := a.newRequest(req)
	if made == nil || !rereadable(made) || clearsGetBody([]*ssa.Function{c.Parent()}) {
		return
	}
	for _, fn := range a.reach(c.Parent()) {
		if fn != c.Parent() && !takesRequest(fn) {
			continue
		}
		for instr := range ssaval.Instructions(fn) {
			name, key := HeaderSet(instr)
			if key != nil && knowledge.ReplayHeader(name) && !a.Keyed(name) && a.ofRequest(instr, made, fn) {
				a.headers(c, []Replay{{By: "net/http", Key: name, Pos: instr.Pos(), At: a.Position(instr.Pos())}})
			}
		}
	}
}

func takesRequest(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return isRequest(p.Type()) })
}

// newRequest finds the call of http.NewRequest that made a request.
func (a *analyser) newRequest(req ssa.Value) *ssa.Call {
	base, _ := a.base(req, nil)
	if e, ok := base.(*ssa.Extract); ok {
		base = e.Tuple
	}
	c, ok := base.(*ssa.Call)
	if !ok {
		return nil
	}
	fn := ssaval.Callee(&c.Call)
	if fn == nil {
		return nil
	}
	switch knowledge.Name(fn) {
	case "net/http.NewRequest", "net/http.NewRequestWithContext":
		return c
	}
	return nil
}

// rereadable reports whether http.NewRequest knows how to read the body again.
func rereadable(c *ssa.Call) bool {
	body := c.Call.Args[len(c.Call.Args)-1]
	mi, ok := body.(*ssa.MakeInterface)
	if !ok {
		if ci, isChange := body.(*ssa.ChangeInterface); isChange {
			if mi, ok = ci.X.(*ssa.MakeInterface); !ok {
				return false
			}
		} else {
			return false
		}
	}
	switch knowledge.TypeName(mi.X.Type()) {
	case "*bytes.Buffer", "*bytes.Reader", "*strings.Reader":
		return true
	}
	return false
}

// ofRequest reports whether a header is set on the request that was made, or
// on the request parameter of a helper.
func (a *analyser) ofRequest(instr ssa.Instruction, made *ssa.Call, fn *ssa.Function) bool {
	ld, ok := headerOf(instr).(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := ld.X.(*ssa.FieldAddr)
	if !ok || !isRequest(fa.X.Type()) {
		return false
	}
	if fn != made.Parent() {
		return true // a helper that is given the request
	}
	return a.newRequest(fa.X) == made
}
