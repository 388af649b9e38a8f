package contract

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/contract/syntax"
	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/wording"
)

// calls reports calls of tools with a dedupes contract that do not keep it.
func (c *checker) calls() {
	for _, fn := range c.SSA.Funcs {
		for _, site := range c.Sites(fn) {
			for _, op := range site.Ops {
				if op.Func != nil || op.Method != nil || len(op.Dedupes) == 0 {
					continue
				}
				if msg := c.broken(op); msg != "" && c.broken(c.inside(site.Instr, op)) == "" {
					c.report(site.Instr, op, msg)
				}
			}
		}
	}
}

// inside returns what the callee's own summary says of an op: what is wrong
// there is reported there.
func (c *checker) inside(call ssa.CallInstruction, op effect.Op) effect.Op {
	fn := ssaval.Callee(call.Common())
	if fn == nil {
		return effect.Op{}
	}
	s := c.Summary(fn)
	if s == nil {
		return effect.Op{}
	}
	for _, o := range s.Ops {
		if len(o.Dedupes) > 0 && (o.Name.Key() == op.Name.Key() || len(s.Ops) == 1) {
			return o
		}
	}
	return effect.Op{}
}

// broken says why none of the contracts on op holds for the call: the key is
// missing, or one that the server cannot recognise an operation by.
func (c *checker) broken(op effect.Op) string {
	msg := ""
	for _, d := range op.Dedupes {
		key, state := c.key(op, d.Key)
		switch state {
		case missing:
			msg = fmt.Sprintf("%s is not passed", d.Key)
		case passed:
			kind, transport := effect.TransportIdentity(key)
			if !transport {
				return ""
			}
			msg = fmt.Sprintf("%s is made of %s, which belongs to the transport and not to the operation", d.Key, names[kind])
		default:
			return ""
		}
	}
	return msg
}

var names = map[identity.Kind]string{
	identity.RPCID: "a JSON-RPC id", identity.SessionID: "a session id", identity.EventID: "an event id",
	identity.Progress: "a progress token", identity.Subscription: "a subscription id",
	identity.RequestState: "a request state", identity.TaskID: "a task id",
}

func (c *checker) report(at ssa.Instruction, op effect.Op, msg string) {
	c.r.Report(report.Finding{Pos: at.Pos(), Message: fmt.Sprintf(
		"the dedupes contract of %s does not hold for this call: %s; pass a key that names the operation", wording.Call(op.Name), msg)})
}

// A keyState says whether a key is passed.
type keyState uint8

const (
	unclear keyState = iota
	passed
	missing
)

// key returns the value of a key in a call.
func (c *checker) key(op effect.Op, k contract.Key) (identity.Term, keyState) {
	t := op.Args
	switch k.Place {
	case syntax.InMeta:
		t = op.Meta
		if t.Kind == identity.Const && (t.Name == "zero" || t.Name == "nil") {
			return t, missing
		}
	case syntax.InHeader:
		return t, unclear // set where the request is sent, out of sight here
	}
	for _, name := range k.Path {
		next, state := c.member(t, name)
		if state != passed {
			return t, state
		}
		t = next
	}
	if t.Kind == identity.Const && (t.Name == `""` || t.Name == "zero") {
		return t, missing
	}
	return t, passed
}

// member returns the entry or field of t that is sent under name.
func (c *checker) member(t identity.Term, name string) (identity.Term, keyState) {
	switch {
	case t.Kind == identity.Const && t.Name == "zero":
		return t, missing // no arguments at all
	case t.Kind != identity.Compose || t.Name != "map" && t.Name != "struct":
		if f, ok := t.Field(name); ok && t.Kind == identity.Compose {
			return f, passed
		}
		return t, unclear
	}
	st := c.structType(t)
	for _, s := range t.Sub {
		if s.Kind != identity.Entry || s.Name == "?" || s.Name == "[]" {
			return t, unclear // something that is not in sight
		}
		if sent(st, s.Name) == name && len(s.Sub) > 0 {
			return s.Sub[0], passed
		}
	}
	if t.Name == "struct" && st == nil {
		return t, unclear
	}
	if st != nil && embeds(st) {
		return t, unclear
	}
	return t, missing
}

// structType returns the type of a struct that a term describes, if it is in
// sight.
func (c *checker) structType(t identity.Term) *types.Struct {
	i := strings.LastIndexByte(t.Path, '.')
	if t.Name != "struct" || i < 0 {
		return nil
	}
	path, name := strings.TrimLeft(t.Path[:i], "*"), t.Path[i+1:]
	pkgs := append([]*types.Package{c.Pass.Pkg}, c.Pass.Pkg.Imports()...)
	j := slices.IndexFunc(pkgs, func(p *types.Package) bool { return p.Path() == path })
	if j < 0 {
		return nil
	}
	if obj := pkgs[j].Scope().Lookup(name); obj != nil {
		st, _ := obj.Type().Underlying().(*types.Struct)
		return st
	}
	return nil
}

// sent returns the name under which a field is sent as JSON.
func sent(st *types.Struct, field string) string {
	if st == nil {
		return field
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == field {
			if !ssaval.InJSON(st, i) {
				return "" // under none
			}
			if name := ssaval.JSONName(st, i); name != "" {
				return name
			}
		}
	}
	return field
}

func embeds(st *types.Struct) bool {
	for f := range st.Fields() {
		if f.Embedded() {
			return true
		}
	}
	return false
}
