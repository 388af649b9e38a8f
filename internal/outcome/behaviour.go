// This file computes what callers in other packages need to know of a function, and
// applies it.

package outcome

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

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
					p.env.put(loc, AttemptError)
				case NonNil:
					p.env.put(loc, Abs{K: NonNil, P: respObject})
				case Nil, Status, Code, Text, Classified:
					p.env.put(loc, Abs{K: k})
				}
			}
		})
		delete(e.active, fn)
		if w.Overflow {
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
