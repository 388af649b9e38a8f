// This file makes the facts that importers need.

package httpclient

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// plugParam: what callers pass here is put under a transport.
func (a *analyser) plugParam(p *ssa.Parameter) {
	fn := p.Parent()
	i := slices.Index(fn.Params, p)
	if i < 0 || fn.Signature.Recv() != nil && i == 0 {
		return
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		return // a literal: what calls it is out of sight
	}
	fact := a.factOf(obj)
	if slices.Contains(fact.Plugs, i) {
		return
	}
	fact.Plugs = append(fact.Plugs, i)
	for _, c := range a.calls[fn] {
		if list := c.Common().Args; i < len(list) {
			a.push(plug{instr: c, value: list[i]})
		}
	}
}

// plugFieldVar: what is stored in this field is put under a transport. The
// stores of this package have been followed already.
func (a *analyser) plugFieldVar(v *types.Var) {
	if a.plugged[v] {
		return
	}
	a.plugged[v] = true
	if v.Pkg() == a.SSA.Pkg {
		a.factOf(v).Plugged = true
	}
}

func (a *analyser) factOf(obj types.Object) *Fact {
	f := a.out.Facts[obj]
	if f == nil {
		f = new(Fact)
		a.out.Facts[obj] = f
	}
	return f
}

// export makes facts of what functions return and of methods RoundTrip.
func (a *analyser) export() {
	for _, fn := range a.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || len(fn.Blocks) == 0 {
			continue
		}
		if (obj.Name() == "RoundTrip" || obj.Name() == "Do") && fn.Signature.Recv() != nil && Exchanges(fn.Signature) {
			f := &found{seen: make(map[ssa.Value]bool)}
			f.add(a.Repeats(fn)...)
			f.add(a.keyHeaders(fn, nil)...)
			a.exportReplays(obj, f)
			continue
		}
		res := fn.Signature.Results()
		if res.Len() == 0 || !isTransportLike(res.At(0).Type()) {
			continue
		}
		f := &found{seen: make(map[ssa.Value]bool)}
		for ret := range ssaval.Returns(fn) {
			a.client(ret.Results[0], nil, f, 0)
		}
		a.exportReplays(obj, f)
	}
	for g, vals := range a.globals {
		obj := g.Object()
		if g.Pkg != a.SSA || obj == nil || !obj.Exported() || !isTransportLike(obj.Type()) {
			continue
		}
		f := &found{seen: make(map[ssa.Value]bool)}
		for _, v := range vals {
			a.client(v, nil, f, 0)
		}
		a.exportReplays(obj, f)
	}
}

func (a *analyser) exportReplays(obj types.Object, f *found) {
	if len(f.replays) == 0 {
		return
	}
	for _, r := range f.replays {
		r.Pos = token.NoPos
		a.factOf(obj).Replays = append(a.factOf(obj).Replays, r)
	}
}
