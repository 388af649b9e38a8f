// Package httpclient tells what is sent again below an MCP transport: it
// follows the HTTP client that is put under one to what it is made of, and
// tells which of it repeats a POST by itself.
//
// Requests of MCP clients are POSTs whose body can be read again, and each has
// its own JSON-RPC id. Whatever repeats them below the client repeats the id.
package httpclient

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A Replay is one way in which a POST is sent again.
type Replay struct {
	// By names what does it, as it reads in a message:
	// "retryablehttp.(*Client).StandardClient", "(*Retry).RoundTrip".
	By string
	// On holds the endings after which it does; empty for Key.
	On knowledge.Endings
	// May says that an unclassifiable test lets some of them through.
	May bool
	// Key names the header that makes net/http itself repeat the request.
	Key string
	// At is the place, "import/path/file.go:line", if it is written out.
	At string
	// Switches are the functions of which one has to be called for it to do
	// so at all, such as an option; none: it does by default.
	Switches []string
	// Func is the table's name of a library, for its off switch.
	Func string
	Pos  token.Pos // in this package, if valid
}

// A Fact is what other packages need to know of a function, a field or a
// variable.
type Fact struct {
	// Replays says what the client or round tripper that the function returns
	// sends again, or, for a method RoundTrip, what the method does.
	Replays []Replay
	// Plugs are the parameters, the receiver included, that are put under an
	// MCP transport.
	Plugs []int
	// Plugged says of a field that what it holds is put under one.
	Plugged bool
	// Default says of a package that it has transports on the default client.
	Default bool
}

// Empty reports whether there is nothing to say.
func (f *Fact) Empty() bool {
	return f == nil || len(f.Replays) == 0 && len(f.Plugs) == 0 && !f.Plugged && !f.Default
}

// A Plug is a place that puts an HTTP client under an MCP transport whose
// requests can be sent again.
type Plug struct {
	Pos     token.Pos
	Instr   ssa.Instruction
	Replays []Replay
	// Default: the default client or transport is replaced.
	Default bool
	// Sent: hand-written requests are sent through it.
	Sent bool
}

// A World is what the package needs to know of the package under analysis.
type World struct {
	SSA   *ssa.Package
	Funcs []*ssa.Function
	// Fact returns what is known of an object of another package.
	Fact func(types.Object) *Fact
	// Repeats returns the ways in which a function of this package that is
	// given a request sends it again.
	Repeats func(*ssa.Function) []Replay
	// Reached reports whether an instruction is reached for a POST.
	Reached func(ssa.Instruction) bool
	// Filter returns the endings after which a predicate lets a library send
	// again; ok is false if that is not known.
	Filter func(v ssa.Value) (when knowledge.Endings, may, ok bool)
	// Unknown returns the endings of a set after which the request may have
	// been executed.
	Unknown func(knowledge.Endings) knowledge.Endings
	// Sends are the calls that put a hand-written JSON-RPC request on the wire.
	Sends []ssa.CallInstruction
	// Keyed reports whether a contract says that the server deduplicates by
	// the header of that name.
	Keyed func(header string) bool
	// Entries returns the constant names of the entries of a table, as far as
	// it is known where they come from.
	Entries func(v ssa.Value) []string
	// IsRPC reports whether a value was built from a hand-written JSON-RPC
	// request.
	IsRPC func(v ssa.Value) bool
	// Position renders a position for facts.
	Position func(token.Pos) string
	// Default reports whether a package that this one imports has transports
	// on the default client.
	Default bool
}

func isRequest(t types.Type) bool {
	n := knowledge.TypeName(t)
	return n == "*net/http.Request" || n == "net/http.Request"
}

func isClient(t types.Type) bool {
	n := knowledge.TypeName(t)
	return n == "*net/http.Client" || n == "net/http.Client"
}

// isRoundTripper reports whether t has the method of http.RoundTripper.
func isRoundTripper(t types.Type) bool { return roundTrip(t) != nil }

// roundTrip returns the method RoundTrip of t.
func roundTrip(t types.Type) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip")
	fn, ok := obj.(*types.Func)
	if !ok || !Exchanges(fn.Signature()) {
		return nil
	}
	return fn
}

// Exchanges reports whether sig is that of RoundTrip and Do: a request in, a
// response and an error out.
func Exchanges(sig *types.Signature) bool {
	if sig.Results().Len() != 2 || knowledge.TypeName(sig.Results().At(0).Type()) != "*net/http.Response" {
		return false
	}
	for i := range sig.Params().Len() {
		if knowledge.TypeName(sig.Params().At(i).Type()) == "*net/http.Request" {
			return true
		}
	}
	return false
}

// isTransportLike: something that a client is made of.
func isTransportLike(t types.Type) bool {
	return isClient(t) || isRoundTripper(t)
}
