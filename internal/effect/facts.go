// Package effect tells what happens when a function is called: which
// tools/call it may issue, with what name and arguments, how its results tell
// of the attempt, and which of the funcs it is given it may invoke again. Its
// Analyzer is the one producer of facts; the passes read its result.
package effect

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
)

// An Op is one tools/call that invoking a function may issue, or one
// invocation of a func parameter.
type Op struct {
	// Sink names what issues it in the end.
	Sink string
	// Func is the parameter that is invoked; then nothing else is known but Given.
	Func *identity.Term
	// Given is what that parameter is invoked with.
	Given []identity.Term
	// Method is the JSON-RPC method while it is not known to be tools/call.
	Method *identity.Term
	// Body is what is sent, while it is not known to be a request.
	Body *identity.Term
	// Name, Args and Meta are the tool's name, arguments and _meta, Server what the
	// request is sent on, in terms of the function's parameters.
	Name, Args, Meta, Server identity.Term
	// State and Inputs are the requestState and the inputResponses that the
	// request brings back, if it goes on with an earlier one.
	State, Inputs identity.Term
	// Effect and Dedupes are what contracts say.
	Effect  contract.Effect
	Dedupes []contract.Dedupes
	// Alts tell how the function's results relate to the attempt.
	Alts []outcome.Alt
	// Licensed: the function makes the call only if package recovery has taken
	// the attempt down, which it refuses if an earlier one may have been
	// executed and nothing licenses another.
	Licensed bool
	// Async: the function does not wait for the answer.
	Async bool
	// Retried holds the endings after which the function itself makes the
	// attempt again while Method is open, and where.
	Retried   knowledge.Endings
	RetriedAt string
	// Told: that is reported where it stands, since its package gives it
	// "tools/call" too.
	Told bool
	// Flow leads to the sink, outermost first.
	Flow []Step

	// chain holds the functions of this package that the op passed through.
	chain []*ssa.Function
	// reads: the name says so, also by what callers give for it.
	reads bool
}

// Chosen reports whether a call, made further down, is one that something else
// asked for at run time, such as a model in its turn.
func (o Op) Chosen() bool { return o.Name.Kind == identity.Data && len(o.Name.Sub) == 0 }

// open reports whether it is for the callers to say what is sent.
func (o Op) open() bool { return o.Method != nil || o.Body != nil }

// A Step is one call on the way to the sink.
type Step struct {
	Func string // as it reads in a message: "(*Client).call"
	Pos  string // "import/path/file.go:line"
}

// A Reinvoke says that a func parameter is invoked again.
type Reinvoke struct {
	Param int
	// When holds the endings after which it is, for an error result of the
	// func that is the attempt's own error.
	When knowledge.Endings
	// AfterFalse: it is invoked again after (false, nil).
	AfterFalse bool
	May        bool
	// Limit and Gate are the parameter, plus one, that is the number of
	// attempts, and the one that is a func of the error which must hold.
	Limit, Gate int
	// Offs are flags that switch the repetition off.
	Offs []ParamOff
	// Marks say after which endings it is invoked again if the error carries
	// a mark of the helper's own.
	Marks []MarkRule
	// MCP: the helper has an MCP type in its signature and belongs to the
	// client.
	MCP bool
	At  string // "import/path/file.go:line"
}

// A ParamOff is a bool parameter with which nothing is repeated.
type ParamOff struct {
	Param int
	Value bool
}

// A MarkRule is the answer for errors with one mark.
type MarkRule struct {
	Mark string
	When knowledge.Endings
}

// A Summary is what callers need to know of a function. It is a fact on
// functions and methods, interface methods included.
type Summary struct {
	Ops       []Op
	Reinvokes []Reinvoke
	Behaviour *outcome.Behaviour
	// Results say where results come from, if that is known.
	Results []identity.Term
	// Returned holds, per result, the ops of a func that is returned.
	Returned [][]Op
}

// AFact marks Summary as a fact.
func (*Summary) AFact() {}

// String gives a short, stable text.
func (s *Summary) String() string {
	var parts []string
	for _, o := range s.Ops {
		switch {
		case o.Func != nil:
			parts = append(parts, "calls "+o.Func.Key())
		case o.Body != nil:
			parts = append(parts, "sends a body")
		case o.Method != nil:
			parts = append(parts, "sends "+o.Method.Key())
		default:
			parts = append(parts, "tools/call "+o.Name.Key())
		}
	}
	for _, r := range s.Reinvokes {
		parts = append(parts, fmt.Sprintf("reinvokes %d", r.Param))
	}
	if s.Behaviour != nil {
		parts = append(parts, "handles errors")
	}
	return "effect(" + strings.Join(parts, "; ") + ")"
}

func (s *Summary) empty() bool {
	return len(s.Ops) == 0 && len(s.Reinvokes) == 0 && s.Behaviour == nil && len(s.Results) == 0 && len(s.Returned) == 0
}

// A FuncVar is a fact on package-level variables and struct fields of func
// type that are set once, by their own package.
type FuncVar struct{ Ops []Op }

// AFact marks FuncVar as a fact.
func (*FuncVar) AFact() {}

func (f *FuncVar) String() string { return fmt.Sprintf("funcvar(%d)", len(f.Ops)) }

// Relevant is the package fact that a package is an MCP SDK or may reach one.
// It is the gate before everything that costs.
type Relevant struct {
	// SDK: the package is part of an SDK.
	SDK bool
	// NoResumes: the SDK in use is older than [knowledge.ResumesAfter404].
	NoResumes bool
}

// AFact marks Relevant as a fact.
func (*Relevant) AFact() {}

func (r *Relevant) String() string { return "relevant" }

// An Incident is the package fact that an analyzer failed on a package.
type Incident struct{ Text string }

// AFact marks Incident as a fact.
func (*Incident) AFact() {}

func (i *Incident) String() string { return "incident: " + i.Text }
