// This file puts an outcome behind a call: how an attempt of some shape ends, and
// what a function with known behaviour leaves behind.

package outcome

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Shape is what a call that issues tools/call returns.
type Shape uint8

// The shapes.
const (
	// Result is (…, error): an SDK call, or a function of the client's own.
	Result Shape = iota
	// HTTP is (*http.Response, error).
	HTTP
	// Condition is (bool, error) or (bool), true for "done".
	Condition
	// Handoff is a call that only hands the request over: its error says
	// whether that worked.
	Handoff
)

// Initial returns the paths just after a call of the given shape, one for each
// distinguishable family of endings, on top of what entry knows.
func (e *Engine) Initial(entry *Path, call ssa.CallInstruction, shape Shape) []*Path {
	v := call.Value()
	n := e.namesOf(call.Parent())
	sig := call.Common().Signature()
	at := func(p *Path, i int, a Abs) {
		if v == nil {
			return
		}
		loc := n.loc(v)
		if sig.Results().Len() > 1 {
			loc += "#" + itoa(i)
		}
		p.env.set(loc, a)
	}
	ei := errorResult(sig)
	mk := func(ends knowledge.Endings, result, err Abs) *Path {
		p := entry.clone()
		p.Ends = ends
		for i := range sig.Results().Len() {
			switch {
			case i == ei:
				at(p, i, err)
			case i == 0:
				at(p, i, result)
			default:
				at(p, i, Abs{})
			}
		}
		return p
	}
	res := Abs{K: NonNil, P: resultObject}
	noRes := Abs{}
	if sig.Results().Len() > 0 {
		switch t := sig.Results().At(0).Type(); {
		case !isNillable(t) || ssaval.IsError(t):
			res = Abs{}
			if ssaval.IsBool(t) {
				res = Either
			}
		case isPointer(t):
			noRes = Abs{K: Nil}
		default:
			res = Abs{P: resultObject}
		}
	}
	done, toolErr := knowledge.Of(knowledge.Done), knowledge.Of(knowledge.ToolError)
	if ei < 0 && shape == Result {
		// No error result: nothing tells the endings apart.
		return []*Path{mk(knowledge.All, Abs{}, Abs{})}
	}
	switch shape {
	case HTTP:
		resp := Abs{K: NonNil, P: respObject}
		lost := mk(answerLost, resp, Abs{K: Nil})
		lost.reading = true
		transport := knowledge.Failures &^ (knowledge.Statuses | knowledge.Codes | knowledge.OfSDKs)
		return []*Path{
			mk(done, resp, Abs{K: Nil}),
			mk(toolErr|knowledge.Codes&^knowledge.OfSDKs, resp, Abs{K: Nil}),
			mk(knowledge.Statuses, resp, Abs{K: Nil}),
			lost,
			mk(transport, Abs{K: Nil}, AttemptError),
		}
	case Handoff:
		// The request is on its way; the answer comes by another way, or does
		// not.
		paths := []*Path{
			mk(done, res, Abs{K: Nil}),
			mk(toolErr|knowledge.Codes&^knowledge.OfSDKs, res, Abs{K: Nil}),
			mk(answerLost, res, Abs{K: Nil}),
		}
		for _, p := range paths {
			p.handed = true
		}
		paths[2].reading = true
		return append(paths, mk(knowledge.Failures&^knowledge.OfSDKs, noRes, AttemptError))
	case Condition:
		return []*Path{mk(done, True, Abs{K: Nil}), mk(knowledge.Failures, False, AttemptError)}
	}
	return []*Path{
		mk(done, res, Abs{K: Nil}),
		mk(toolErr, res, Abs{K: Nil}),
		mk(knowledge.Failures, noRes, AttemptError),
	}
}

// answerLost: how a request turns out that was sent and not answered.
const answerLost = 1<<knowledge.EOF | 1<<knowledge.UnexpectedEOF | 1<<knowledge.NetTimeout | 1<<knowledge.ConnReset |
	1<<knowledge.NetError | 1<<knowledge.Canceled | 1<<knowledge.DeadlineExceeded | 1<<knowledge.NoResponse

// Pending returns the path on which the answer to an attempt that runs
// concurrently is still out.
func (e *Engine) Pending(entry *Path) *Path {
	p := entry.clone()
	p.Ends = knowledge.Of(knowledge.Unclassified, knowledge.DeadlineExceeded)
	return p
}

// Apply returns the paths just after a call that turns out as one of alts.
func (e *Engine) Apply(entry *Path, call ssa.CallInstruction, alts []Alt) []*Path {
	var out []*Path
	for _, a := range alts {
		ends := entry.Ends & a.When
		if ends == 0 || a.Dead {
			continue
		}
		p := entry.clone()
		p.Ends = ends
		p.May = p.May || a.May
		p.Tags |= a.Tags
		e.install(p, call, a)
		out = append(out, p)
	}
	return unite(out)
}

// unite makes one path of those that know the same and differ in the endings
// only. A call with many results of which few are used would go on in more
// ways than a walk follows.
func unite(paths []*Path) []*Path {
	if len(paths) < 2 {
		return paths
	}
	out := paths[:0]
	at := make(map[digest]int)
	for _, p := range paths {
		ends := p.Ends
		p.Ends = 0
		k := p.key()
		p.Ends = ends
		if i, ok := at[k]; ok {
			out[i].Ends |= ends
			continue
		}
		at[k] = len(out)
		out = append(out, p)
	}
	return out
}

// used reports whether result i of a call with several is looked at.
func used(call ssa.Value, i int) bool {
	return slices.ContainsFunc(*call.Referrers(), func(r ssa.Instruction) bool {
		x, ok := r.(*ssa.Extract)
		// An assignment to _ extracts, too.
		return !ok || x.Index == i && len(*x.Referrers()) > 0
	})
}

// install puts the results of one outcome of a call in place.
func (e *Engine) install(p *Path, call ssa.CallInstruction, a Alt) {
	n := e.namesOf(call.Parent())
	c := call.Common()
	args := c.Args
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
	}
	v := call.Value()
	multi := c.Signature().Results().Len() > 1
	res := ""
	if v != nil {
		res = n.loc(v)
		p.env.kill(res)
	}
	for _, r := range a.Results {
		root, rest := splitLoc(r.Loc)
		if root == "" {
			continue
		}
		idx := 0
		for _, c := range root[1:] {
			idx = idx*10 + int(c-'0')
		}
		var to string
		switch root[0] {
		case 'r':
			if res == "" || multi && !used(v, idx) {
				continue
			}
			to = res
			if multi {
				to += "#" + itoa(idx)
			}
		case 'p':
			if idx >= len(args) || rest == "" {
				continue
			}
			to = n.loc(args[idx])
			if strings.HasPrefix(rest, "*") {
				to, rest = n.mem(p.env, args[idx]), rest[1:]
			}
		case 'f':
			mc := closureOf(c.Value)
			if mc == nil || idx >= len(mc.Bindings) || rest == "" {
				continue
			}
			to = n.loc(mc.Bindings[idx])
			if strings.HasPrefix(rest, "*") {
				to, rest = n.mem(p.env, mc.Bindings[idx]), rest[1:]
			}
		case 'g':
			continue
		}
		if strings.HasPrefix(rest, "<-") && p.env.of(to).P != "" {
			to = p.env.of(to).P
		}
		if to != "" {
			p.env.put(to+rest, r.A)
		}
	}
}

func splitLoc(l string) (root, rest string) {
	if l == "" {
		return "", ""
	}
	i := strings.IndexAny(l, "*.[<#")
	if i < 0 {
		i = len(l)
	}
	root = l[:i]
	for _, c := range root[1:] {
		if c < '0' || c > '9' {
			return "", ""
		}
	}
	return root, l[i:]
}

func closureOf(v ssa.Value) *ssa.MakeClosure {
	switch x := v.(type) {
	case *ssa.MakeClosure:
		return x
	case *ssa.ChangeType:
		return closureOf(x.X)
	case *ssa.MakeInterface:
		return closureOf(x.X)
	case *ssa.UnOp:
		// A local variable that is assigned once.
		if cell, ok := x.X.(*ssa.Alloc); ok {
			var only ssa.Value
			for _, r := range *cell.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == cell {
					if only != nil {
						return nil
					}
					only = st.Val
				}
			}
			if only != nil {
				return closureOf(only)
			}
		}
	}
	return nil
}
