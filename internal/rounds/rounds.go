// Package rounds finds what a client does with answers that are not the end of
// a call: results of type input_required, and the requestState that goes back
// with the next round. It tells by the protocol's words and the SDKs' types
// where a state is sent that is not the one that came, and where such a result
// is taken for complete.
package rounds

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
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
			if t, i, ok := ssaval.Read(x); ok && r.says(t, i) == "resultType" {
				seeds = append(seeds, x)
			}
		case *ssa.Field:
			if r.says(x.X.Type(), x.Field) == "resultType" {
				seeds = append(seeds, x)
			}
		case *ssa.Lookup:
			if s, _ := ssaval.Text(x.Index); s == "resultType" {
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
		for instr := range ssaval.Instructions(fn) {
			f(instr)
		}
	}
}

// says returns what field i of a result says of a round, by the SDK's type or
// by the name under which it is decoded.
func (r *Reader) says(t types.Type, i int) string {
	fv := ssaval.Field(t, i)
	if fv == nil {
		return ""
	}
	if said := knowledge.RoundResult(strings.TrimPrefix(knowledge.TypeName(t), "*") + "." + fv.Name()); said != "" {
		return said
	}
	if fv.Pkg() == nil || knowledge.IsSDK(fv.Pkg().Path()) {
		return ""
	}
	st := ssaval.Struct(t)
	switch name := ssaval.JSONName(st, i); name {
	case "resultType", "inputRequests":
		return name
	case "requestState":
		// In a result: the request has one, too.
		if ssaval.HasJSONName(st, "resultType") || ssaval.HasJSONName(st, "inputRequests") {
			return name
		}
	}
	return ""
}

func role(c ssa.CallInstruction) knowledge.Role {
	if fn := ssaval.Callee(c.Common()); fn != nil {
		return knowledge.RoleOf(knowledge.Name(fn))
	}
	return knowledge.NoRole
}
