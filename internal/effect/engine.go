// This file holds the engine: what is known of one package, in which order it is found
// out, and what is exported.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazyssa"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/stream"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// An Engine is the result of Analyzer: what is known of one package. It is
// read-only. Reporters start with Relevant: they run on dependencies too.
type Engine struct {
	Pass *analysis.Pass // of Analyzer; for positions and types only
	// Relevant: the package is an SDK, imports one, or speaks MCP by itself.
	// Without it there is nothing to report.
	Relevant bool
	// SDK: the package belongs to an MCP SDK.
	SDK        bool
	Settings   *mcplintconfig.Settings
	Directives *contract.Directives
	Contracts  *contract.Set
	// SSA is nil unless the package is relevant or a helper candidate.
	SSA     *lazyssa.Package
	Outcome *outcome.Engine
	Slicer  *identity.Slicer
	// Repetitions are the places where an operation can run again, in order
	// of position.
	Repetitions []Repetition

	summaries    map[*ssa.Function]*Summary
	methods      map[*types.Func]*Summary // interface methods of this package
	sites        map[*ssa.Function][]*Site
	stores       map[storeKey][]ssa.Value // what is stored in variables and fields of func type
	impls        map[*types.Func][]*ssa.Function
	implTypes    map[*types.Interface][]*types.Named
	facts        map[*types.Func]*Summary       // imported, nil if there is none
	confirmed    map[*ssa.Function]confirmation // hand-written senders that are given "tools/call"
	callers      map[*ssa.Function][]ssa.CallInstruction
	escapes      map[*ssa.Function]bool
	entries      map[ssa.Instruction]*outcome.Path
	turns        map[turn][]outcome.Alt // how functions turn out after their attempts
	again        map[againKey]ssa.Instruction
	bound        map[*ssa.Parameter][]target // what func parameters are, while a helper is walked for one call
	values       map[types.Object][]ssa.Value
	region       *identity.Region // while terms are made relative to one
	resolveSteps int
	targetsOf    map[ssa.Value][]target // what func values may be, outside of e.bound
	skips        []Skip
	bodiesAt     map[ssa.CallInstruction][]*ssa.Function
	only         map[*ssa.Function]bool // if not nil, the declared functions that are looked at
	jsonrpc      bool                   // the package speaks JSON-RPC by itself
	tried        map[*ssa.Function]bool // handlers that are registered for tasks which are tried once, or again
	room         *stream.Room           // what the package shows of streams and sessions
	roundsOff    bool                   // the SDK's input rounds are switched off

	below // what happens below the client
}

type storeKey struct {
	obj types.Object // *types.Var: a package-level variable or a field
}

// Mode returns the reading of endings that applies.
func (e *Engine) Mode() knowledge.Mode {
	return knowledge.Mode{Strict: e.Settings.Strict, ResumesAfter404: !e.lacksResumes()}
}

// build builds SSA and solves the summaries.
func (e *Engine) build() {
	e.SSA = lazyssa.Build(e.Pass)
	e.prepare()
	e.solve()
	e.findRepetitions()
	e.findTransports()
	e.findKeys()
	e.export()
	e.buildStream()
	e.findRounds()
	e.exportJournals()
	e.exportLicences()
	e.listSkips()
	e.Outcome.Settle()
	e.release()
}

// release lets go of what only building needed. A package without MCP has
// nothing to report: its facts are all that is left of it.
func (e *Engine) release() {
	e.Outcome.Forget()
	e.entries = make(map[ssa.Instruction]*outcome.Path)
	e.turns = nil
	if !e.Relevant {
		*e = Engine{
			Pass: e.Pass, Settings: e.Settings, Directives: e.Directives, Contracts: e.Contracts, skips: e.skips,
		}
	}
}

// prepare sets up what questions are answered with.
func (e *Engine) prepare() {
	e.summaries = make(map[*ssa.Function]*Summary)
	e.methods = make(map[*types.Func]*Summary)
	e.sites = make(map[*ssa.Function][]*Site)
	e.facts = make(map[*types.Func]*Summary)
	e.impls = make(map[*types.Func][]*ssa.Function)
	e.implTypes = make(map[*types.Interface][]*types.Named)
	e.targetsOf = make(map[ssa.Value][]target)
	e.bodiesAt = make(map[ssa.CallInstruction][]*ssa.Function)
	e.entries = make(map[ssa.Instruction]*outcome.Path)
	e.turns = make(map[turn][]outcome.Alt)
	e.Outcome = &outcome.Engine{
		Mode:      e.Mode(),
		Contracts: contracts{e},
		Behaviour: e.behaviour,
		Callees:   e.bodies,
		Issues:    e.isLookup,
		Strings:   e.stringsOf,
		Tests:     e.decides,
		Produced:  e.produced,
		Overflows: make(map[*ssa.Function]int),
	}
	e.Slicer = &identity.Slicer{Results: e.resultsOf, Reads: e.onlyReads, Context: e.contextValues}
	e.indexStores()
	e.indexCalls()
}

// contracts answers outcome's questions from the contract set.
type contracts struct{ e *Engine }

func (c contracts) of(obj types.Object) *contract.ContractFact {
	if c.e.Contracts == nil {
		return nil
	}
	return c.e.Contracts.Of(obj)
}

func (c contracts) NoEffectVar(name string) bool {
	obj := c.e.lookupVar(name)
	if obj == nil {
		return false
	}
	f := c.of(obj)
	return f != nil && f.NoEffect
}

func (c contracts) NoEffectFunc(fn *types.Func) bool {
	f := c.of(fn)
	return f != nil && f.NoEffect
}

func (c contracts) Reconciles(fn *types.Func) bool {
	f := c.of(fn)
	return f != nil && f.Reconciles
}

func (c contracts) Confirms(fn *types.Func) bool {
	f := c.of(fn)
	return f != nil && f.Confirms
}

// lookupVar finds the package-level variable "import/path.Name".
func (e *Engine) lookupVar(name string) types.Object {
	i := len(name) - 1
	for i >= 0 && name[i] != '.' {
		i--
	}
	if i < 0 {
		return nil
	}
	path, id := name[:i], name[i+1:]
	if path == e.Pass.Pkg.Path() {
		return e.Pass.Pkg.Scope().Lookup(id)
	}
	for _, imp := range e.Pass.Pkg.Imports() {
		if imp.Path() == path {
			return imp.Scope().Lookup(id)
		}
	}
	return nil
}

// imported returns the summary of a function of another package.
func (e *Engine) imported(fn *types.Func) *Summary {
	fn = fn.Origin()
	if fn.Pkg() == nil || fn.Pkg() == e.Pass.Pkg {
		return nil
	}
	if s, ok := e.facts[fn]; ok {
		return s
	}
	var s Summary
	if e.Pass.ImportObjectFact(fn, &s) {
		e.facts[fn] = &s
		return &s
	}
	e.facts[fn] = nil
	return nil
}

// behaviour is outcome's view of functions of other packages.
func (e *Engine) behaviour(fn *types.Func) *outcome.Behaviour {
	if s := e.imported(fn); s != nil {
		return s.Behaviour
	}
	return nil
}

func (e *Engine) resultsOf(fn *types.Func) []identity.Term {
	if s := e.imported(fn); s != nil {
		return s.Results
	}
	return nil
}

// Summary returns what is known of fn.
func (e *Engine) Summary(fn *types.Func) *Summary {
	fn = fn.Origin()
	if fn.Pkg() == e.Pass.Pkg {
		if s := e.methods[fn]; s != nil {
			return s
		}
		if e.SSA == nil {
			return nil
		}
		if f := e.SSA.SSA.Prog.FuncValue(fn); f != nil {
			return e.summaries[f]
		}
		return nil
	}
	return e.imported(fn)
}

// Sites returns the attempts that fn makes.
func (e *Engine) Sites(fn *ssa.Function) []*Site { return e.sites[fn] }

// entry returns what is known when instr is first reached.
func (e *Engine) entry(instr ssa.Instruction) *outcome.Path {
	if p, ok := e.entries[instr]; ok {
		return p
	}
	p := e.Outcome.Entry(instr.Parent(), instr)
	e.entries[instr] = p
	return p
}

// export exports the summaries as facts.
func (e *Engine) export() {
	for _, fn := range e.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || !obj.Exported() {
			continue // other packages do not call it
		}
		s := e.summaries[fn]
		if s == nil {
			s = &Summary{}
		}
		out := *s
		if e.exportsBehaviour(fn) {
			out.Behaviour = e.Outcome.BehaviourOf(fn)
		}
		if e.Relevant || e.ids {
			out.Results = e.resultTerms(fn)
		}
		if !out.empty() {
			e.Pass.ExportObjectFact(obj, &out)
		}
	}
	for m, s := range e.methods {
		if m.Pkg() == e.Pass.Pkg && !s.empty() {
			e.Pass.ExportObjectFact(m, s)
		}
	}
	e.exportVars()
}

// exportsBehaviour: what other packages can call.
func (e *Engine) exportsBehaviour(fn *ssa.Function) bool {
	if fn.Object() == nil || !fn.Object().Exported() {
		return false
	}
	if e.Relevant {
		return true
	}
	// Elsewhere: what judges an error.
	res := fn.Signature.Results()
	return res.Len() > 0 && res.Len() <= 2 && !ssaval.IsError(res.At(0).Type()) && fn.Signature.Recv() == nil
}

// resultTerms returns where string-like results come from, if a caller gains
// by knowing it.
func (e *Engine) resultTerms(fn *ssa.Function) []identity.Term {
	if fn.Object() == nil || !fn.Object().Exported() || len(fn.Blocks) == 0 || len(fn.Blocks) > 40 {
		return nil
	}
	res := fn.Signature.Results()
	out := make([]identity.Term, res.Len())
	useful := false
	for i := range res.Len() {
		if !valueLike(res.At(i).Type()) {
			continue
		}
		t, ok := e.Slicer.Result(fn, i)
		if !ok || t.Size() > 30 {
			continue
		}
		out[i] = t
		if t.Has(identity.Mint, identity.Time, identity.RPCID, identity.SessionID, identity.EventID,
			identity.Progress, identity.Param, identity.RequestState, identity.TaskID) || t.Kind == identity.Const {
			useful = true
		}
	}
	if !useful {
		return nil
	}
	return out
}

func valueLike(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsString|types.IsInteger) != 0
	case *types.Array, *types.Map:
		return true
	case *types.Slice:
		return true
	case *types.Pointer:
		_, ok := u.Elem().Underlying().(*types.Struct)
		return ok
	case *types.Struct:
		return true
	}
	return false
}

// SummaryOf returns what is known of a function of this package.
func (e *Engine) SummaryOf(fn *ssa.Function) *Summary { return e.summaries[fn] }
