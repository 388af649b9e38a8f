// This file tells repetitions that rest on tool annotations alone, and from which
// servers those come.

package effect

import (
	"go/types"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/trust"
	"github.com/mcprecovery/mcplint/internal/verdict"
)

// OnlyHints returns the endings after which a repetition happens thanks to
// tool annotations alone: no decision about the server, no lookup and no
// person was asked.
func OnlyHints(r Repetition) knowledge.Endings {
	const others = outcome.Trusted | outcome.LookedUp | outcome.Reconciled | outcome.Confirmed
	var s knowledge.Endings
	for _, h := range r.Reach.Hits {
		if h.Tags&outcome.Hinted != 0 && h.Tags&others == 0 {
			s |= h.Ends
		}
	}
	return s &^ r.Reach.Ends(outcome.Hinted)
}

// WithoutDestructive reports whether a repetition still happens if the tool
// has no annotation but a destructiveHint that is not set, which means true.
// It answers for loops and second calls only.
func (e *Engine) WithoutDestructive(r Repetition) bool {
	if r.How != Loop && r.How != Second && r.How != Recurse {
		return false
	}
	old, entries := e.Outcome, e.entries
	e.Outcome = &outcome.Engine{
		Mode: old.Mode, Contracts: old.Contracts, Behaviour: old.Behaviour, Callees: old.Callees,
		Issues: old.Issues, Strings: old.Strings,
	}
	e.Outcome.Tests = func(cond ssa.Value, read outcome.Abs) outcome.Abs {
		switch trust.Unset(cond) {
		case verdict.Yes:
			return outcome.True
		case verdict.No:
			return outcome.False
		}
		return read
	}
	e.entries = make(map[ssa.Instruction]*outcome.Path)
	defer func() { e.Outcome, e.entries = old, entries }()

	again := func(reach reexec.Reach) bool {
		return reach.Ends(0).InClass(knowledge.ClassUnknown, e.Mode()) != 0
	}
	first := e.Attempt(r.Site, r.Op)
	if r.How == Loop {
		for _, rep := range reexec.Cycles(e.Outcome, first) {
			if !rep.Polls && again(rep.Reach) {
				return true
			}
		}
		return false
	}
	at, ok := r.At.(ssa.CallInstruction)
	if !ok {
		return false
	}
	second := e.siteAt(at)
	if second == nil {
		return false
	}
	rep, ok := reexec.Sequence(e.Outcome, first, e.Attempt(second, r.Op), nil)
	return ok && again(rep.Reach)
}

// InProcess reports whether the package connects to a server in its own
// process: who wrote the annotations is known.
func (e *Engine) InProcess() bool {
	for _, fn := range e.SSA.Funcs {
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			if inProcess(ssaval.Callee(c.Common())) {
				return true
			}
		}
	}
	return false
}

// inProcess reports whether a function of an SDK makes a transport or a client
// that leads to a server in the same process.
func inProcess(f *types.Func) bool {
	if f == nil || f.Pkg() == nil || !knowledge.IsSDK(f.Pkg().Path()) {
		return false
	}
	n := strings.ToLower(f.Name())
	return strings.HasPrefix(n, "new") && (strings.Contains(n, "inmemory") || strings.Contains(n, "inprocess"))
}

// servers returns the servers that the package names by constants: endpoints
// and commands.
func (e *Engine) servers() []string {
	var out []string
	add := func(v ssa.Value) {
		if v == nil {
			return
		}
		if s, ok := e.Slicer.Value(v, nil, nil).Constant(); ok && s != "" {
			out = append(out, s)
		}
	}
	for _, fn := range e.SSA.Funcs {
		for instr := range ssaval.Instructions(fn) {
			switch x := instr.(type) {
			case *ssa.Store:
				if fa, ok := x.Addr.(*ssa.FieldAddr); ok && sdkEndpoint(fa) {
					add(x.Val)
				}
			case ssa.CallInstruction:
				f := ssaval.Callee(x.Common())
				if f == nil || f.Pkg() == nil {
					continue
				}
				if knowledge.Name(f) == "os/exec.Command" || knowledge.IsSDK(f.Pkg().Path()) && strings.HasPrefix(f.Name(), "New") {
					add(ssaval.Argument(x.Common(), 0))
				}
			}
		}
	}
	return out
}

func sdkEndpoint(fa *ssa.FieldAddr) bool {
	v := ssaval.Field(fa.X.Type(), fa.Field)
	return v != nil && v.Name() == "Endpoint" && v.Pkg() != nil && knowledge.IsSDK(v.Pkg().Path())
}

// Believed reports whether the settings say that the annotations of the
// servers in sight are to be believed.
func (e *Engine) Believed() bool {
	if e.Settings.TrustHints == "" {
		return false
	}
	servers := e.servers()
	for _, s := range servers {
		if u, err := url.Parse(s); err == nil && u.Host != "" && e.Settings.TrustsHints(u.Hostname()) {
			continue
		}
		if !e.Settings.TrustsHints(s) {
			return false
		}
	}
	return len(servers) > 0 || e.Settings.TrustsHints("")
}

// restOn marks a repetition with what all ways to the call that hands the
// operation over rest on.
func (e *Engine) restOn(reach *reexec.Reach, call ssa.CallInstruction) {
	tags := outcome.Hinted | outcome.Trusted
	entries := e.Outcome.Entries(call.Parent(), call)
	for _, p := range entries {
		tags &= p.Tags
	}
	if len(entries) == 0 || tags == 0 {
		return
	}
	hits := slices.Clone(reach.Hits)
	for i := range hits {
		hits[i].Tags |= tags
	}
	reach.Hits = hits
}
