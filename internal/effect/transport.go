// This file tells what is sent again below the client, and asks of HTTP requests what
// it asks of operations.

package effect

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// findTransports tells what is sent again below the client, and exports what
// importers need to know of it.
func (e *Engine) findTransports() {
	requests := e.requestEngine()
	world := &httpclient.World{
		SSA:      e.SSA.SSA,
		Funcs:    e.SSA.Funcs,
		Fact:     e.httpFact,
		Repeats:  requests.repeats,
		Reached:  requests.reached,
		Filter:   e.filter,
		Unknown:  func(s knowledge.Endings) knowledge.Endings { return s.InClass(knowledge.ClassUnknown, e.Mode()) },
		Sends:    e.sends(),
		Keyed:    e.keyedHeader,
		Entries:  e.entryNames,
		IsRPC:    e.isRPC,
		Position: e.Position,
		Default:  e.importsDefault(),
	}
	e.HTTP = httpclient.Analyse(world, e.Relevant)
	for obj, f := range e.HTTP.Facts {
		if !f.Empty() && obj.Exported() {
			e.Pass.ExportObjectFact(obj, &HTTPFact{*f})
		}
	}
	if e.HTTP.Default {
		e.Pass.ExportPackageFact(&HTTPFact{httpclient.Fact{Default: true}})
	}
}

// A requests asks of HTTP requests what an Engine asks of tools/call. It is nil
// for a package without a function that is given a request.
type requests struct {
	*Engine
	post *httpclient.Post
	memo map[*ssa.Function][]httpclient.Replay
}

func (e *Engine) requestEngine() *requests {
	if !slices.ContainsFunc(e.SSA.Funcs, func(f *ssa.Function) bool { return httpclient.Exchanges(f.Signature) }) {
		return nil
	}
	q := &requests{post: httpclient.NewPost(), memo: make(map[*ssa.Function][]httpclient.Replay)}
	h := &Engine{
		Pass: e.Pass, Relevant: true, Settings: e.Settings, Directives: e.Directives, SSA: e.SSA,
	}
	q.Engine = h
	h.probe = h.requestSent
	h.only = h.reachedFrom(func(f *ssa.Function) bool { return httpclient.Exchanges(f.Signature) })
	h.prepare()
	h.Outcome.Tests = func(cond ssa.Value, read outcome.Abs) outcome.Abs {
		if value, known := q.post.Test(cond); known {
			if value {
				return outcome.True
			}
			return outcome.False
		}
		return read
	}
	h.solve()
	h.findRepetitions()
	return q
}

// requestSent recognises the call that sends on the request that the function
// was given, or a copy of it.
func (e *Engine) requestSent(c ssa.CallInstruction) (Op, outcome.Shape, bool) {
	fn := ssaval.Callee(c.Common())
	if fn == nil || fn.Signature().Recv() == nil || fn.Name() != "RoundTrip" && fn.Name() != "Do" || !httpclient.Exchanges(fn.Signature()) {
		return Op{}, 0, false
	}
	if s := c.Common().StaticCallee(); s != nil && s.Pkg == e.SSA.SSA {
		return Op{}, 0, false // its body tells
	}
	for i := range fn.Signature().Params().Len() {
		arg := ssaval.Argument(c.Common(), i)
		if arg == nil || knowledge.TypeName(arg.Type()) != "*net/http.Request" {
			continue
		}
		if reads(arg) {
			continue // a question of its own: metadata, a token
		}
		if p, ok := e.givenRequest(arg); ok {
			op := Op{Sink: requestSink, Name: identity.Term{Kind: identity.Const, Name: `"POST"`}, Args: p}
			return op, outcome.HTTP, true
		}
	}
	return Op{}, 0, false
}

const requestSink = "an HTTP request"

// reads reports whether a request is made on the spot to read something.
func reads(v ssa.Value) bool {
	made, ok := v.(*ssa.Extract)
	if !ok {
		return false
	}
	c, ok := made.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return false
	}
	at := 0
	switch knowledge.Name(fn) {
	case "net/http.NewRequest":
	case "net/http.NewRequestWithContext":
		at = 1
	default:
		return false
	}
	method, ok := ssaval.Text(ssaval.Argument(c.Common(), at))
	return ok && (method == "GET" || method == "" || method == "HEAD")
}

// givenRequest finds the parameter that a request is, or is a copy of.
func (e *Engine) givenRequest(v ssa.Value) (identity.Term, bool) {
	var found identity.Term
	ok := false
	e.term(v).Walk(func(t identity.Term) bool {
		if t.Kind == identity.Param && !ok && t.Path == "" {
			found, ok = t, true
		}
		return !ok
	})
	found.Sub = nil
	return found, ok
}

// reached reports whether instr is reached for a POST.
func (q *requests) reached(instr ssa.Instruction) bool {
	return q == nil || q.Outcome.Entry(instr.Parent(), instr) != nil
}

// repeats returns the ways in which fn sends the request again that it is
// given.
func (q *requests) repeats(fn *ssa.Function) []httpclient.Replay {
	if q == nil {
		return nil
	}
	if out, ok := q.memo[fn]; ok {
		return out
	}
	reach := httpclient.Reach(q.SSA.SSA, fn)
	var out, optional []httpclient.Replay
	for _, r := range q.Repetitions {
		at := r.At.Parent()
		if r.Op.Sink != requestSink || !slices.Contains(reach, at) {
			continue
		}
		ends := r.Reach.Ends(0).InClass(knowledge.ClassUnknown, q.Mode())
		if ends == 0 {
			continue
		}
		replay := httpclient.Replay{
			By: q.funcName(fn), On: ends, May: r.Reach.May(ends), Pos: r.Pos, At: q.Position(r.Pos),
		}
		if field := switchOf(fn, r.At); field != nil {
			if replay.Switches = q.switchedBy(field); len(replay.Switches) > 0 {
				optional = append(optional, replay)
			}
			continue
		}
		out = append(out, replay)
		break // one is enough
	}
	if len(out) == 0 && len(optional) > 0 {
		out = optional[:1]
	}
	if len(out) > 0 && q.post.Unclear(reach) {
		out = nil
	}
	q.memo[fn] = out
	return out
}

// filter returns the endings after which a predicate of a library's option,
// which is given a response, a status or an error, is true.
func (e *Engine) filter(v ssa.Value) (knowledge.Endings, bool, bool) {
	var when knowledge.Endings
	may, ok := false, false
	for _, t := range e.resolve(v, 0) {
		if t.fn != nil && httpclient.AsksMethod(httpclient.Reach(e.SSA.SSA, t.fn)) {
			return 0, false, true // it looks at the method, to leave POST out
		}
		if t.fn == nil {
			if t.obj != nil && t.obj.Pkg() == e.Pass.Pkg {
				continue
			}
			return 0, true, false
		}
		b := e.Outcome.BehaviourOf(t.fn)
		if b == nil {
			if always, known := constantResult(t.fn); known && !always {
				ok = true
				continue
			}
			return 0, true, false
		}
		for _, h := range b.Handles {
			ok = true
			for _, alt := range h.Alts {
				r := alt.Result(0)
				if r.K == outcome.Bool {
					when |= alt.When & r.T
				} else {
					when |= alt.When
				}
				may = may || alt.May || r.May
			}
		}
	}
	return when, may, ok
}

// constantResult tells of a predicate that gives the same answer always.
func constantResult(fn *ssa.Function) (value, known bool) {
	for ret := range ssaval.Returns(fn) {
		c, ok := ret.Results[0].(*ssa.Const)
		if !ok || c.Value == nil {
			return false, false
		}
		v := c.Value.ExactString() == "true"
		if known && v != value {
			return false, false
		}
		value, known = v, true
	}
	return value, known
}

// sends are the calls that put hand-written requests on the wire.
func (e *Engine) sends() []ssa.CallInstruction {
	var out []ssa.CallInstruction
	if !e.Relevant || !e.jsonrpc {
		return nil
	}
	for _, fn := range e.SSA.Funcs {
		for _, s := range e.sites[fn] {
			if s.Shape == outcome.HTTP && ssaval.Callee(s.Instr.Common()) != nil {
				out = append(out, s.Instr)
			}
		}
	}
	return out
}

// entryNames returns the names of the entries of a map.
func (e *Engine) entryNames(v ssa.Value) []string {
	var out []string
	e.term(v).Walk(func(t identity.Term) bool {
		if t.Kind == identity.Entry && t.Name != "?" {
			out = append(out, t.Name)
		}
		return true
	})
	return out
}

// isRPC reports whether v was built from a JSON-RPC request.
func (e *Engine) isRPC(v ssa.Value) bool {
	if !e.jsonrpc {
		return false
	}
	found := false
	e.term(v).Walk(func(t identity.Term) bool {
		switch t.Kind {
		case identity.Compose:
			_, method := t.Field("method")
			_, version := t.Field("jsonrpc")
			_, id := t.Field("id")
			found = found || method && (version || id)
		case identity.Const:
			text, ok := t.Constant()
			found = found || ok && strings.Contains(text, `"jsonrpc"`)
		}
		return !found
	})
	return found
}

// keyedHeader reports whether a contract in scope says that the server
// recognises a repetition by the header.
func (e *Engine) keyedHeader(name string) bool {
	return e.Contracts != nil && e.Contracts.DedupesHeader(name)
}

// An HTTPFact is what importers need to know of HTTP clients: on functions,
// fields, variables and packages.
type HTTPFact struct{ httpclient.Fact }

// AFact marks HTTPFact as a fact.
func (*HTTPFact) AFact() {}

func (f *HTTPFact) String() string {
	switch {
	case len(f.Replays) > 0:
		return "replays"
	case len(f.Plugs) > 0:
		return "plugs"
	}
	return "http"
}

func (e *Engine) httpFact(obj types.Object) *httpclient.Fact {
	if obj.Pkg() == nil || obj.Pkg() == e.Pass.Pkg || knowledge.IsStd(obj.Pkg().Path()) {
		return nil
	}
	var f HTTPFact
	if e.Pass.ImportObjectFact(obj, &f) {
		return &f.Fact
	}
	return nil
}

func (e *Engine) importsDefault() bool {
	return slices.ContainsFunc(e.Pass.Pkg.Imports(), func(p *types.Package) bool {
		var f HTTPFact
		return e.Pass.ImportPackageFact(p, &f) && f.Default
	})
}
