// This file tells whether the server can recognise a repetition by a key.

package effect

import (
	"iter"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Relative returns the operation of a repetition with its terms relative to
// what is executed again.
func (e *Engine) Relative(r Repetition) Op {
	region := r.Region
	if region == nil && r.Func != nil {
		for _, t := range e.resolve(r.Func, 0) {
			if t.fn != nil {
				region = identity.Invocation(t.fn)
				for _, site := range e.sites[t.fn] {
					for i, op := range site.Ops {
						if op.Func == nil {
							return e.inRegion(site, i, region)
						}
					}
				}
			}
		}
	}
	if region == nil || r.Site == nil {
		return r.Op
	}
	for i, op := range r.Site.Ops {
		if opKey(op) == opKey(r.Op) {
			return e.inRegion(r.Site, i, region)
		}
	}
	return r.Op
}

// Keyed reports whether the server can tell that a repetition is one: a
// contract names a key that is passed and stable, or, unless a contract is
// required, an argument with the name of an idempotency key is.
func (e *Engine) Keyed(r Repetition, contractRequired bool) bool {
	op := e.Relative(r)
	for _, d := range r.Op.Dedupes {
		from := op.Args
		switch d.Key.Place {
		case syntax.InMeta:
			from = op.Meta
		case syntax.InHeader:
			return true // set where the request is sent, out of sight here
		}
		if t, ok := entryAt(from, d.Key.Path); ok && e.stable(r, t) {
			return true
		}
	}
	if contractRequired {
		return false
	}
	for k := range op.Keys(knowledge.Strong) {
		if e.stable(r, k.Value) {
			return true
		}
	}
	return false
}

// A KeyEntry is an entry of the arguments or of _meta with the name of a key.
type KeyEntry struct {
	Name     string
	Strength knowledge.Strength
	Value    identity.Term
}

// Keys returns the entries of the operation whose names are those of keys, with
// that strength or more.
func (o Op) Keys(least knowledge.Strength) iter.Seq[KeyEntry] {
	return func(yield func(KeyEntry) bool) {
		all := identity.Term{Kind: identity.Compose, Sub: []identity.Term{o.Args, o.Meta}}
		more := true
		all.Walk(func(t identity.Term) bool {
			if more && t.Kind == identity.Entry && len(t.Sub) > 0 {
				if name, s := keys.NameOf(t); s >= least {
					more = yield(KeyEntry{name, s, t.Sub[0]})
				}
			}
			return more
		})
	}
}

func entryAt(t identity.Term, path []string) (identity.Term, bool) {
	for _, f := range path {
		next, ok := t.Field(f)
		if !ok {
			return identity.Term{}, false
		}
		t = next
	}
	return t, true
}

// stable reports whether a key is the same in all attempts of the operation
// and is no transport identity.
func (e *Engine) stable(r Repetition, key identity.Term) bool {
	if key.Has(identity.Counter, identity.Data, identity.Carried, identity.RPCID, identity.SessionID, identity.EventID,
		identity.Progress, identity.Subscription, identity.RequestState, identity.TaskID) {
		return false
	}
	if v := key.Varies(); v.Fresh {
		return false
	}
	if key.Has(identity.Mint, identity.Time) && r.How == Second {
		// Minted for each of the two calls, unless they share the value.
		return sharesArgs(r)
	}
	return true
}

// sharesArgs reports whether both calls are given the very same value.
func sharesArgs(r Repetition) bool {
	a := r.Site.Instr
	b, ok := r.At.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for _, x := range a.Common().Args {
		if x == ssaval.Receiver(a.Common()) && x == ssaval.Receiver(b.Common()) {
			continue // what is called, not what it is given
		}
		if _, isConst := x.(*ssa.Const); isConst || strings.HasSuffix(x.Type().String(), "context.Context") {
			continue
		}
		for _, y := range b.Common().Args {
			if x == y {
				return true
			}
			lx, ok1 := x.(*ssa.UnOp)
			ly, ok2 := y.(*ssa.UnOp)
			if ok1 && ok2 && lx.X == ly.X {
				return true
			}
		}
	}
	return false
}

// calledBeside reports whether the function named full is called in the same
// function as c.
func (e *Engine) calledBeside(c ssa.CallInstruction, full string) bool {
	for call := range ssaval.All[ssa.CallInstruction](c.Parent()) {
		if fn := ssaval.Callee(call.Common()); fn != nil && knowledge.Name(fn) == full {
			return true
		}
	}
	return false
}
