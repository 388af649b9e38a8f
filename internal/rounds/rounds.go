// Package rounds finds what a client does with answers that are not the end of
// a call: results of type input_required, and the requestState that goes back
// with the next round. It tells by the protocol's words and the SDKs' types
// where a state is sent that is not the one that came, and where such a result
// is taken for complete.
package rounds

import (
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/stream"
)

// The result types of the protocol that a client may meet.
const (
	complete      = "complete"
	inputRequired = "input_required"
	aTask         = "task"
)

// A Reader reads the functions of one package.
type Reader struct {
	Engine *effect.Engine
	types  stream.Set // the values that are a resultType
	asks   map[*ssa.Function]bool
}

// New returns a reader for a relevant package.
func New(e *effect.Engine) *Reader {
	r := &Reader{Engine: e, asks: make(map[*ssa.Function]bool)}
	var seeds []stream.Place
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.UnOp:
			if fa, ok := x.X.(*ssa.FieldAddr); ok && x.Op == token.MUL && r.says(fa.X.Type(), fa.Field) == "resultType" {
				seeds = append(seeds, x)
			}
		case *ssa.Field:
			if r.says(x.X.Type(), x.Field) == "resultType" {
				seeds = append(seeds, x)
			}
		case *ssa.Lookup:
			if text(x.Index) == "resultType" {
				seeds = append(seeds, x)
			}
		}
	})
	if room := e.Stream(); room != nil && len(seeds) > 0 {
		r.types = room.Flow.From(stream.Same, seeds...)
	}
	return r
}

func (r *Reader) each(f func(ssa.Instruction)) {
	for _, fn := range r.Engine.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				f(instr)
			}
		}
	}
}

// says returns what field i of a result says of a round, by the SDK's type or
// by the name under which it is decoded.
func (r *Reader) says(t types.Type, i int) string {
	fv := stream.Field(t, i)
	if fv == nil {
		return ""
	}
	if said := knowledge.RoundResult(strings.TrimPrefix(knowledge.TypeName(t), "*") + "." + fv.Name()); said != "" {
		return said
	}
	if fv.Pkg() == nil || knowledge.IsSDK(fv.Pkg().Path()) {
		return ""
	}
	switch name := tag(t, i); name {
	case "resultType", "inputRequests":
		return name
	case "requestState":
		// In a result: the request has one, too.
		if hasTag(t, "resultType") || hasTag(t, "inputRequests") {
			return name
		}
	}
	return ""
}

func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// tag returns the JSON name of field i.
func tag(t types.Type, i int) string {
	st := structOf(t)
	if st == nil || i >= st.NumFields() {
		return ""
	}
	name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
	return name
}

func hasTag(t types.Type, name string) bool {
	st := structOf(t)
	if st == nil {
		return false
	}
	for i := range st.NumFields() {
		if tag(t, i) == name {
			return true
		}
	}
	return false
}

// text returns the string constant that v is.
func text(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.String {
			return constant.StringVal(x.Value)
		}
	case *ssa.Convert:
		return text(x.X)
	case *ssa.ChangeType:
		return text(x.X)
	case *ssa.MakeInterface:
		return text(x.X)
	}
	return ""
}

func role(c ssa.CallInstruction) knowledge.Role {
	if fn := effect.Callee(c); fn != nil {
		return knowledge.RoleOf(knowledge.Name(fn))
	}
	return knowledge.NoRole
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}
