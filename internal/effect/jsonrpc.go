// This file recognises tools/call in JSON-RPC requests that are written by hand.

package effect

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// speaksJSONRPC reports whether the package has the words of a hand-written
// JSON-RPC request, in literals or struct tags.
func (e *Engine) speaksJSONRPC() bool {
	for _, f := range e.Pass.Files {
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				found = found || strings.Contains(lit.Value, "jsonrpc") || strings.Contains(lit.Value, "tools/call")
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// rawSend recognises the call that puts a hand-written JSON-RPC request on
// the wire: an HTTP exchange, or a write to a pipe or socket.
func (e *Engine) rawSend(c ssa.CallInstruction) (Op, outcome.Shape, bool) {
	if !e.jsonrpc {
		return Op{}, 0, false
	}
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return Op{}, 0, false
	}
	// What an SDK's connection is given is not among it: see sentBody.
	body, shape := e.onWire(c, fn)
	if body == nil {
		return Op{}, 0, false
	}
	sent := e.term(body)
	op, ok := rpcOp(sent)
	if !ok {
		data, open := openBody(sent, shape)
		if !open {
			return Op{}, 0, false
		}
		op = Op{Body: &data}
	}
	op.Sink = knowledge.Name(fn)
	if r := ssaval.Receiver(c.Common()); r != nil {
		op.Server = e.term(r)
	}
	return op, shape, true
}

// openBody returns the part of a request that a parameter makes up: bytes, text
// or a reader, or the message that is put into bytes here.
func openBody(t identity.Term, shape outcome.Shape) (identity.Term, bool) {
	if shape != outcome.HTTP {
		return handedOn(t)
	}
	var found *identity.Term
	t.Walk(func(s identity.Term) bool {
		if found != nil {
			return false
		}
		if s.Kind == identity.Compose || s.Kind == identity.Call {
			switch s.Name {
			case "bytes.NewReader", "bytes.NewBuffer", "strings.NewReader", "bytes.NewBufferString":
				if len(s.Sub) == 1 {
					if p, ok := handedOn(s.Sub[0]); ok {
						found = &p
					}
				}
				return false
			}
		}
		return true
	})
	if found == nil {
		return identity.Term{}, false
	}
	return *found, true
}

// handedOn returns the parameter that a message is, before it is encoded and
// ended by a line feed.
func handedOn(t identity.Term) (identity.Term, bool) {
	for t.Kind == identity.Compose || t.Kind == identity.Call {
		switch t.Name {
		case "encoding/json.Marshal", "encoding/json.MarshalIndent", "append", "":
		default:
			return identity.Term{}, false
		}
		if len(t.Sub) == 0 {
			return identity.Term{}, false
		}
		t = t.Sub[0]
	}
	return t, t.Kind == identity.Param
}

var methodInText = lazy.Regexp(`"method"\s*:\s*"tools/call"`)
var nameInText = lazy.Regexp(`"name"\s*:\s*"([A-Za-z0-9_./-]+)"`)

// rpcOp finds the JSON-RPC request that a term was built from.
func rpcOp(t identity.Term) (Op, bool) {
	var op Op
	found := false
	t.Walk(func(s identity.Term) bool {
		if found {
			return false
		}
		switch s.Kind {
		case identity.Compose:
			m, ok := s.Field("method")
			if !ok || s.Name != "struct" && s.Name != "map" {
				return true
			}
			params, hasParams := s.Field("params")
			_, hasVersion := s.Field("jsonrpc")
			_, hasID := s.Field("id")
			if !hasParams && !hasVersion && !hasID {
				return true
			}
			if k, ok := m.Constant(); ok {
				if k != "tools/call" {
					return true
				}
			} else if openMethod(m) {
				op.Method = &m
			} else {
				return true
			}
			found = true
			op.Name, op.Args = callParams(params)
			op.State, op.Inputs = roundParams(params)
		case identity.Const:
			text, ok := s.Constant()
			if !ok || !methodInText().MatchString(text) {
				return true
			}
			found = true
			op.Name = identity.Term{Kind: identity.Opaque, Name: "text"}
			if m := nameInText().FindStringSubmatch(text); m != nil {
				op.Name = identity.Term{Kind: identity.Const, Name: `"` + m[1] + `"`}
			}
			// What is put into the text is part of the arguments.
			op.Args = t
		}
		return !found
	})
	return op, found
}

// callParams takes the tool's name and arguments out of the params member.
func callParams(params identity.Term) (name, args identity.Term) {
	name, args = identity.Term{Kind: identity.Opaque, Name: "params"}, params
	if n, ok := params.Field("name"); ok {
		name = n
	}
	if a, ok := params.Field("arguments"); ok {
		args = a
	}
	return name, args
}
