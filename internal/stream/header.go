// This file finds the headers that code sets and reads.

package stream

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// The headers that matter, as [knowledge.CanonicalHeader] spells them.
const (
	LastEventID     = "Last-Event-Id"
	SessionID       = "Mcp-Session-Id"
	ProtocolVersion = "Mcp-Protocol-Version"
	MethodName      = "Mcp-Method"
	ToolName        = "Mcp-Name"
	Accept          = "Accept"
	ContentType     = "Content-Type"
)

var wanted = map[string]bool{
	LastEventID: true, SessionID: true, ProtocolVersion: true, MethodName: true, ToolName: true,
	Accept: true, ContentType: true,
}

// A Header is a place that sets a header, or reads one.
type Header struct {
	Name  string
	Instr ssa.Instruction
	// Write: it is set, else it is read.
	Write bool
	// Value is what is set, or what was read.
	Value ssa.Value
	// Base is what it is set on or read from: the request, the response, a
	// map of headers, or what a library builds requests with.
	Base ssa.Value
	// Server: it is set on the response of a handler, or read from a request
	// that a handler received.
	Server bool
	// Spread: it is one of those that are set here under any name. Where it
	// was named is another header.
	Spread bool
}

// Fn returns the function that h stands in.
func (h *Header) Fn() *ssa.Function { return h.Instr.Parent() }

func headerName(s string) (string, bool) {
	if len(s) > 64 || strings.ContainsAny(s, " ,:\n") {
		return "", false
	}
	s = knowledge.CanonicalHeader(s)
	return s, wanted[s]
}

// canonical returns what a name is made of that is spelled by a function.
func canonical(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Call); ok {
		switch CalleeName(c) {
		case "net/textproto.CanonicalMIMEHeaderKey", "net/http.CanonicalHeaderKey":
			return c.Call.Args[0]
		}
	}
	return v
}

// headerText returns the header that v names, if it is one that matters.
func (r *Room) headerText(v ssa.Value) (string, bool) {
	if !ssaval.IsString(v.Type()) {
		return "", false
	}
	v = canonical(v)
	s, ok := ssaval.Text(v)
	if !ok {
		for p := range r.Flow.Into(Same, v) {
			if _, ok := p.(*ssa.Parameter); ok {
				return "", false // the callers tell
			}
		}
		if s, ok = r.One(v); !ok {
			return "", false
		}
	}
	return headerName(s)
}

func (r *Room) findHeaders() {
	named := make(map[*ssa.Parameter]bool) // parameters that name a header to set
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.MapUpdate:
			if name, ok := r.headerText(x.Key); ok && headerMap(x.Map.Type()) {
				r.addHeader(&Header{Name: name, Instr: x, Write: true, Value: x.Value, Base: base(x.Map)})
			}
		case *ssa.Lookup:
			if name, ok := r.headerText(x.Index); ok && headerMap(x.X.Type()) {
				r.addHeader(&Header{Name: name, Instr: x, Value: x, Base: base(x.X)})
			}
		case ssa.CallInstruction:
			r.farHeaders(x)
			if at, write, ok := headerCall(x); ok && len(r.hooks.Callees(x)) == 0 {
				r.foreignHeader(x, at, write, named)
			}
		}
	})
	if len(named) > 0 {
		r.eachCall(func(c ssa.CallInstruction) { r.handedHeader(c, named) })
	}
	r.spreadHeaders()
}

// A spread is a call that sets a header whose name is no constant.
type spread struct {
	call ssa.CallInstruction
	args []ssa.Value
	from Set // where the name comes from
}

// spreadHeaders: headers that are put into a map, and set on a request from
// there.
func (r *Room) spreadHeaders() {
	for _, s := range r.spread {
		for _, h := range r.Headers {
			mu, ok := h.Instr.(*ssa.MapUpdate)
			if ok && s.from[Home(mu.Map)] {
				r.addHeader(&Header{Name: h.Name, Instr: s.call, Write: true, Value: h.Value, Base: base(s.args[0]), Spread: true})
			}
		}
	}
}

func (r *Room) addHeader(h *Header) {
	h.Server = r.serverSide(h)
	r.Headers = append(r.Headers, h)
}

// headerMap: http.Header, map[string]string, map[string][]string.
func headerMap(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok || !ssaval.IsString(m.Key()) {
		return false
	}
	if s, ok := m.Elem().Underlying().(*types.Slice); ok {
		return ssaval.IsString(s.Elem())
	}
	return ssaval.IsString(m.Elem())
}

// The names under which HTTP libraries set a header, and read one.
var (
	setters = map[string]bool{
		"Set": true, "Add": true, "SetHeader": true, "AddHeader": true, "WithHeader": true, "Header": true,
		"SetRequestHeader": true, "SetHeaderVerbatim": true, "SetCommonHeader": true, "SetCommonHeaderNonCanonical": true,
	}
	getters = map[string]bool{"Get": true, "Values": true, "Peek": true, "Header": true, "GetHeader": true}
)

// headerCall recognises a call of a method that is named and shaped like one
// that sets or reads a header, and returns the argument that names it.
func headerCall(c ssa.CallInstruction) (at int, write, ok bool) {
	fn := ssaval.Callee(c.Common())
	if fn == nil || fn.Signature().Recv() == nil {
		return 0, false, false
	}
	args := ssaval.Operands(c.Common())
	switch {
	case len(args) == 3 && setters[fn.Name()] && ssaval.IsString(args[1].Type()) && ssaval.IsString(args[2].Type()):
		return 1, true, true
	case len(args) == 2 && getters[fn.Name()] && ssaval.IsString(args[1].Type()) && c.Value() != nil:
		return 1, false, true
	}
	return 0, false, false
}

func (r *Room) foreignHeader(c ssa.CallInstruction, at int, write bool, named map[*ssa.Parameter]bool) {
	args := ssaval.Operands(c.Common())
	name, ok := r.headerText(args[at])
	if !ok {
		if write {
			from := r.Flow.Into(Same|Element, args[at])
			for p := range from {
				if param, ok := p.(*ssa.Parameter); ok && ssaval.IsString(param.Type()) {
					named[param] = true
				}
			}
			r.spread = append(r.spread, spread{c, args, from})
		}
		return
	}
	h := &Header{Name: name, Instr: c, Write: write, Base: base(args[0])}
	if write {
		h.Value = args[at+1]
	} else {
		h.Value = c.Value()
	}
	r.addHeader(h)
}

// handedHeader: the name is handed to a function of the package that sets it.
func (r *Room) handedHeader(c ssa.CallInstruction, named map[*ssa.Parameter]bool) {
	args := ssaval.Operands(c.Common())
	for _, fn := range r.hooks.Callees(c) {
		for i, a := range args {
			if i >= len(fn.Params) || !named[fn.Params[i]] || i+1 >= len(args) {
				continue
			}
			s, ok := ssaval.Text(a)
			if !ok {
				continue
			}
			if name, ok := headerName(s); ok {
				r.addHeader(&Header{Name: name, Instr: c, Write: true, Value: args[i+1], Base: args[0]})
			}
		}
	}
}

// base strips the way from a request to its headers.
func base(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			// Not further: resp.Request.Header is what was sent.
			if fa, ok := x.X.(*ssa.FieldAddr); ok && httpType(fa.X.Type()) && headerMap(x.Type()) {
				return fa.X
			}
		case *ssa.FieldAddr:
			// A struct of headers, as fasthttp has: its methods take the
			// address.
			v = x.X
			continue
		case *ssa.Call:
			// w.Header(), resp.Header()
			if fn := ssaval.Callee(x.Common()); fn != nil && fn.Name() == "Header" && len(ssaval.Operands(x.Common())) == 1 {
				v = ssaval.Operands(x.Common())[0]
				continue
			}
		case *ssa.ChangeType:
			v = x.X
			continue
		}
		return v
	}
}

func httpType(t types.Type) bool {
	return strings.HasPrefix(strings.TrimPrefix(knowledge.TypeName(t), "*"), "net/http.")
}

// serverSide: set on what a handler answers with, or read from what it was
// asked.
func (r *Room) serverSide(h *Header) bool {
	into := r.Flow.Into(Same|Out, h.Base)
	for p := range into {
		if c, _ := called(p); c != nil && methodArg(c) != nil {
			return false // a request of its own
		}
	}
	for p := range into {
		v, ok := p.(ssa.Value)
		if !ok {
			continue
		}
		switch knowledge.TypeName(v.Type()) {
		case "net/http.ResponseWriter":
			return true
		case "*net/http.Request":
			if !h.Write {
				return true
			}
		}
	}
	return false
}

// Written returns the places that set the header on a request.
func (r *Room) Written(name string) []*Header {
	var out []*Header
	for _, h := range r.Headers {
		if h.Name == name && h.Write && !h.Server {
			out = append(out, h)
		}
	}
	return out
}

// Read returns the places that read the header from a response.
func (r *Room) Read(name string) []*Header {
	var out []*Header
	for _, h := range r.Headers {
		if h.Name == name && !h.Write && !h.Server {
			out = append(out, h)
		}
	}
	return out
}
