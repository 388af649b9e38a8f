// This file sees hand-written messages of any method as operations, to ask which are
// sent again.

package effect

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// messageSink is the Sink of whatever puts a message on the wire.
const messageSink = "a message"

// sendsMessages reports whether the package builds messages by hand and has
// something to send them with.
func (e *Engine) sendsMessages() bool {
	return e.SSA != nil && e.room != nil && (e.jsonrpc || e.room.SpeaksMCP()) && e.buildsMessages()
}

// messageEngine asks of hand-written messages what an Engine asks of
// tools/call. It is nil for a package that builds none, and for the SDKs, which
// number their requests in one place.
func (e *Engine) messageEngine() *Engine {
	if e.SDK || !e.sendsMessages() {
		return nil
	}
	only, _ := e.senders()
	if len(only) == 0 {
		return nil
	}
	m := &Engine{
		Pass: e.Pass, Relevant: true, Settings: e.Settings, Directives: e.Directives, SSA: e.SSA, jsonrpc: true,
	}
	m.probe, m.only = m.messageSent, only
	m.prepare()
	m.Slicer.Held = true
	m.solve()
	m.findRepetitions()
	return m
}

// messageSent recognises the calls that put something on the wire.
func (e *Engine) messageSent(c ssa.CallInstruction) (Op, outcome.Shape, bool) {
	body, shape, ok := e.sentBody(c)
	if !ok {
		return Op{}, 0, false
	}
	op := Op{
		Sink: messageSink, Name: identity.Term{Kind: identity.Const, Name: `"message"`}, Args: e.term(body),
	}
	if r := ssaval.Receiver(c.Common()); r != nil {
		op.Server.Sub = append(op.Server.Sub, e.term(r))
	}
	if fn := ssaval.Callee(c.Common()); fn.Name() == "Post" {
		op.Server.Sub = append(op.Server.Sub, e.term(ssaval.Argument(c.Common(), 0)))
	}
	op.Server.Kind = identity.Compose
	return op, shape, true
}

// sentBody returns what a call puts on the wire, and what it gives to a
// connection of an SDK as a message.
func (e *Engine) sentBody(c ssa.CallInstruction) (ssa.Value, outcome.Shape, bool) {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return nil, 0, false // not known
	}
	sig := fn.Signature()
	if n := sig.Params().Len(); n > 0 && e.mayEmit(fn) && sdkMessage(sig.Params().At(n-1).Type()) {
		shape := outcome.Handoff
		if sig.Results().Len() > 1 {
			shape = outcome.Result
		}
		body := ssaval.Argument(c.Common(), n-1)
		return body, shape, body != nil
	}
	body, shape := e.onWire(c, fn)
	return body, shape, body != nil
}

// sdkMessage: a message of an SDK, which a program fills by itself.
func sdkMessage(t types.Type) bool {
	name := strings.TrimPrefix(knowledge.TypeName(t), "*")
	if name == "github.com/modelcontextprotocol/go-sdk/internal/jsonrpc2.Message" {
		return true
	}
	id, ok := knowledge.IdentityField(name + ".ID")
	return ok && id == knowledge.RPCID && strings.HasSuffix(name, "Request")
}

// A Message is a request that is built by hand, as a term shows it.
type Message struct {
	Method string // "" if it is not known here
	ID     identity.Term
	Params identity.Term
	key    string // of the term that is the message
	varies bool   // from element to element of what is iterated
}

var (
	textMethod = lazy.Regexp(`"method"\s*:\s*"([A-Za-z_/]+)"`)
	textID     = lazy.Regexp(`"id"\s*:\s*("[^"%]+"|\d+)`)
)

// messageIn finds the request that a term was built from: something with a
// method and an id.
func messageIn(t identity.Term) (Message, bool) {
	var out Message
	found := false
	t.Walk(func(s identity.Term) bool {
		if found {
			return false
		}
		switch {
		case s.Kind == identity.Compose && (s.Name == "struct" || s.Name == "map"):
			out, found = structMessage(s)
		case s.Kind == identity.Compose && (formats(s.Name) || s.Name == "+"), s.Kind == identity.Const:
			out, found = textMessage(s)
		}
		return !found
	})
	return out, found
}

func formats(name string) bool { return name == "fmt.Sprintf" || name == "fmt.Appendf" }

func structMessage(s identity.Term) (Message, bool) {
	method, ok := ownField(s, "method")
	if !ok {
		return Message{}, false
	}
	id, ok := ownField(s, "id")
	if !ok {
		return Message{}, false
	}
	params, hasParams := ownField(s, "params")
	if _, version := ownField(s, "jsonrpc"); !version && !hasParams {
		return Message{}, false
	}
	m := Message{ID: plainID(id), Params: params, key: s.Key(), varies: s.Varies().Data}
	m.Method, _ = method.Constant()
	return m, true
}

// ownField is an entry of the composition itself.
func ownField(t identity.Term, name string) (identity.Term, bool) {
	for _, s := range t.Sub {
		if s.Kind == identity.Entry && len(s.Sub) > 0 && (strings.EqualFold(s.Name, name) || s.Tag == name) {
			return s.Sub[0], true
		}
	}
	return identity.Term{}, false
}

// textMessage: a message written out as JSON text.
func textMessage(s identity.Term) (Message, bool) {
	m := Message{key: s.Key(), varies: s.Varies().Data}
	hasID := false
	s.Walk(func(x identity.Term) bool {
		if text, ok := x.Constant(); ok {
			if g := textMethod().FindStringSubmatch(text); g != nil {
				m.Method = g[1]
			}
			if g := textID().FindStringSubmatch(text); g != nil {
				m.ID, hasID = identity.Term{Kind: identity.Const, Name: g[1]}, true
			}
		}
		if x.Kind == identity.Entry && x.Name == "id" && len(x.Sub) > 0 {
			m.ID, hasID = plainID(x.Sub[0]), true
			return false
		}
		return true
	})
	m.Params = s
	return m, hasID && m.Method != ""
}

// plainID takes the SDKs' types of ids off.
func plainID(t identity.Term) identity.Term {
	for t.Kind == identity.RPCID && len(t.Sub) == 1 {
		t = t.Sub[0]
	}
	return t
}

// constantID returns the text of an id that is a constant.
func constantID(t identity.Term) (string, bool) {
	if t.Kind == identity.Const {
		return strings.Trim(t.Name, `"`), t.Name != "zero" && t.Name != "cycle" && t.Name != `""` && t.Name != "nil"
	}
	if t.Kind == identity.Compose && len(t.Sub) > 0 && t.Name != "either" && t.Name != "element" {
		for _, s := range t.Sub {
			if _, ok := constantID(s); !ok {
				return "", false
			}
		}
		return t.Key(), true
	}
	return "", false
}
