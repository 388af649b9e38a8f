// Package budget finds requests that are safe to send again, and are sent again
// after every failure without a wait in between, or without an end.
//
// It looks at reads, at what opens a session, and at calls that were refused
// for want of authorization. What may have had an effect is not its matter.
package budget

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/schedule"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Storm is one place where requests are repeated beyond a budget.
type Storm struct {
	Pos    token.Pos
	Method string
	Tool   identity.Term // of tools/call
	// AtOnce: nothing waits between the attempts. Endless: nothing but
	// success ends them.
	AtOnce, Endless bool
	// Auth: they follow a refusal for want of authorization.
	Auth bool
	// By says what the repetition is made of, if it is a library's.
	By string
}

// few is how many attempts at once are no storm.
const few = 3

// A Reader reads the functions of one package.
type Reader struct {
	Engine *effect.Engine
	idles  map[*ssa.Function]bool
}

// Storms lists what the package repeats without a budget.
func (r *Reader) Storms() []Storm {
	r.idles = make(map[*ssa.Function]bool)
	var out []Storm
	for _, fn := range r.Engine.SSA.Funcs {
		for c := range ssaval.All[*ssa.Call](fn) {
			out = append(out, r.requests(c)...)
		}
	}
	for _, rep := range r.Engine.Repetitions {
		if s, ok := r.repetition(rep); ok {
			out = append(out, s)
		}
	}
	return out
}

// safe are the methods that may be sent at any time.
var safe = []string{
	"initialize", "server/discover", "ping", "tools/list", "resources/list", "resources/templates/list", "resources/read",
	"prompts/list", "prompts/get", "completion/complete", "tasks/get", "tasks/list", "tasks/result",
}

// method returns the one method that a call sends, if it sends nothing but
// safe requests: that of the handshake, if there are several.
func (r *Reader) method(c ssa.CallInstruction) string {
	room := r.Engine.Stream()
	if room == nil {
		return ""
	}
	found := ""
	for m := range room.SendsBelow(c) {
		switch {
		case m == "notifications/initialized":
		case !slices.Contains(safe, m):
			return ""
		case found == "" || m == "initialize" || found != "initialize" && m < found:
			found = m
		}
	}
	return found
}

// requests judges the loops around a call, and the library that it hands such
// a request to.
func (r *Reader) requests(c *ssa.Call) []Storm {
	if fn := ssaval.Callee(c.Common()); fn != nil {
		if v, ok := knowledge.VehicleOf(knowledge.Name(fn)); ok {
			return r.library(c, v)
		}
	}
	method := r.method(c)
	if method == "" || !ssaval.CanFail(c.Call.Signature()) || len(r.Engine.OpsOf(c)) > 0 {
		return nil
	}
	a := &reexec.Attempt{Instr: c, After: func(entry *outcome.Path) []*outcome.Path {
		return r.Engine.Outcome.Initial(entry, c, outcome.Result)
	}}
	for _, rep := range reexec.Cycles(r.Engine.Outcome, a) {
		if rep.Polls || len(rep.Reach.Hits) == 0 || r.another(c, rep.Region) {
			continue
		}
		s := Storm{Pos: c.Pos(), Method: method}
		if s.AtOnce, s.Endless = r.unbudgeted(c, rep.Region); s.AtOnce || s.Endless {
			return []Storm{s}
		}
		break
	}
	return nil
}

// another reports whether the call is about something else in each round: the
// next server, the next page.
func (r *Reader) another(c ssa.CallInstruction, region *identity.Region) bool {
	common := c.Common()
	args := slices.Clone(common.Args)
	if common.IsInvoke() {
		args = append(args, common.Value)
	}
	return slices.ContainsFunc(args, func(v ssa.Value) bool {
		return knowledge.TypeName(v.Type()) != "context.Context" && r.Engine.Slicer.Value(v, nil, region).Varies().Data
	})
}

// repetition judges a tools/call that reads, or that was refused.
func (r *Reader) repetition(rep effect.Repetition) (Storm, bool) {
	s := Storm{Pos: rep.Pos, Method: "tools/call", Tool: rep.Op.Name}
	ends := rep.Reach.Ends(0)
	switch {
	case rep.How == effect.Loop && rep.Region != nil:
		at, ok := rep.At.(*ssa.Call)
		if !ok {
			return s, false
		}
		s.AtOnce, s.Endless = r.unbudgeted(at, rep.Region)
		if unauthorized(ends) {
			s.Auth, s.AtOnce = true, false
			s.Endless = !counted(rep.Region)
			return s, s.Endless
		}
	case rep.How == effect.Library && rep.Vehicle != nil:
		c, ok := rep.At.(ssa.CallInstruction)
		if !ok {
			return s, false
		}
		s.AtOnce, s.Endless, s.By = r.configured(c, *rep.Vehicle)
	default:
		return s, false
	}
	return s, (s.AtOnce || s.Endless) && !r.Engine.Consequential(rep.Op)
}

// unauthorized: only refusals that a new token may settle.
func unauthorized(ends knowledge.Endings) bool {
	return ends != 0 && ends&^knowledge.Of(knowledge.StatusUnauthorized, knowledge.StatusForbidden,
		knowledge.CodeHeaderMismatch, knowledge.CodeUnsupportedVersion, knowledge.CodeMissingCapability) == 0
}

// library judges a safe request that is handed to a retry library.
func (r *Reader) library(c *ssa.Call, v knowledge.Vehicle) []Storm {
	op := ssaval.Argument(c.Common(), v.Op)
	if op == nil {
		return nil
	}
	method := ""
	for _, fn := range r.Engine.Funcs(op) {
		for m := range r.Engine.Stream().SendsUnder(fn) {
			switch {
			case m == "notifications/initialized":
			case !slices.Contains(safe, m):
				return nil // the rest has its own rules
			case method == "" || m == "initialize":
				method = m
			}
		}
	}
	if method == "" {
		return nil
	}
	s := Storm{Pos: c.Pos(), Method: method}
	s.AtOnce, s.Endless, s.By = r.configured(c, v)
	if !s.AtOnce && !s.Endless {
		return nil
	}
	return []Storm{s}
}

// configured tells what constants say of a library's schedule. A context that
// can end is a bound.
func (r *Reader) configured(c ssa.CallInstruction, v knowledge.Vehicle) (atOnce, endless bool, by string) {
	cfg := r.Engine.Configuration(c, ssaval.Argument(c.Common(), v.Op))
	if schedule.NoDelay(v.Func, c, cfg) {
		return true, false, "no delay"
	}
	span, ok := schedule.Library(v.Func, c, cfg)
	if !ok || !span.Endless || r.canEnd(c, cfg) {
		return false, false, ""
	}
	return false, true, span.By
}

// canEnd: the library is given a context that is not context.Background.
func (r *Reader) canEnd(c ssa.CallInstruction, cfg effect.Config) bool {
	args := slices.Clone(c.Common().Args)
	for _, full := range contexts {
		for _, o := range cfg.Calls(full) {
			args = append(args, o.Common().Args...)
		}
	}
	return slices.ContainsFunc(args, func(v ssa.Value) bool {
		return knowledge.TypeName(v.Type()) == "context.Context" && !background(v)
	})
}

// contexts are the options by which libraries are given a context.
var contexts = []string{
	"github.com/cenkalti/backoff.WithContext", "github.com/cenkalti/backoff/v3.WithContext", "github.com/cenkalti/backoff/v4.WithContext",
	"github.com/avast/retry-go.Context", "github.com/avast/retry-go/v3.Context", "github.com/avast/retry-go/v4.Context", "github.com/avast/retry-go/v5.Context",
}

func background(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := ssaval.Callee(c.Common())
	return fn != nil && (knowledge.Name(fn) == "context.Background" || knowledge.Name(fn) == "context.TODO")
}
