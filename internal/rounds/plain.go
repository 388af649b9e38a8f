// This file finds hand-written clients that do not look at the type of a result.

package rounds

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Blind is a tools/call whose answer is used without a look at its type.
type Blind struct {
	At ssa.CallInstruction
	Op effect.Op
	// Off: the SDK's own rounds are switched off.
	Off bool
}

// Blind lists the calls of hand-written clients of the modern edition whose
// answers are decoded where nothing knows of result types.
func (r *Reader) Blind() []Blind {
	room := r.Engine.Stream()
	if room == nil {
		return nil
	}
	if modern, _ := room.Only(); !modern || r.knowsTypes() || !r.decodesResults() {
		return nil
	}
	var out []Blind
	for _, fn := range r.Engine.SSA.Funcs {
		for _, s := range r.Engine.Sites(fn) {
			for _, op := range s.Ops {
				if op.Func == nil && op.Method == nil && op.Body == nil && byHand(op.Sink) && !r.concrete(s.Instr) {
					out = append(out, Blind{At: s.Instr, Op: op})
					break
				}
			}
		}
	}
	return out
}

// byHand: no SDK has looked at the answer.
func byHand(sink string) bool {
	if strings.HasSuffix(sink, ").SendRequest") {
		return true
	}
	return strings.Contains(sink, "net/http.") || strings.Contains(sink, "encoding/json.") || strings.HasPrefix(sink, "io.") || strings.HasPrefix(sink, "fmt.")
}

// concrete: what is called names tools/call itself, and is judged by itself.
func (r *Reader) concrete(c ssa.CallInstruction) bool {
	named := func(s *effect.Summary) bool {
		if s != nil {
			for _, op := range s.Ops {
				if op.Func == nil && op.Method == nil && op.Body == nil {
					return true
				}
			}
		}
		return false
	}
	for _, body := range r.Engine.Bodies(c) {
		if named(r.Engine.SummaryOf(body)) {
			return true
		}
	}
	fn := ssaval.Callee(c.Common())
	return fn != nil && named(r.Engine.Summary(fn))
}

// knowsTypes reports whether the package has a word for result types, or a
// type with one.
func (r *Reader) knowsTypes() bool {
	found := len(r.types) > 0
	seen := make(map[types.Type]bool)
	var ops [8]*ssa.Value
	r.each(func(instr ssa.Instruction) {
		if found {
			return
		}
		if c, ok := instr.(ssa.CallInstruction); ok && role(c) == knowledge.NeedsInput {
			found = true
		}
		for _, op := range instr.Operands(ops[:0]) {
			if *op == nil {
				continue
			}
			if s, _ := ssaval.Text(*op); strings.Contains(s, "resultType") || strings.Contains(s, inputRequired) {
				found = true
			}
		}
		if a, ok := instr.(*ssa.Alloc); ok {
			found = found || holds(a.Type(), seen, 0, func(st *types.Struct) bool { return ssaval.HasJSONName(st, "resultType") })
		}
	})
	return found
}

// decodesResults reports whether the package takes the results of tools apart.
func (r *Reader) decodesResults() bool {
	found := false
	seen := make(map[types.Type]bool)
	r.each(func(instr ssa.Instruction) {
		a, ok := instr.(*ssa.Alloc)
		if !ok || found {
			return
		}
		found = holds(a.Type(), seen, 0, func(st *types.Struct) bool {
			return ssaval.HasJSONName(st, "isError") || ssaval.HasJSONName(st, "structuredContent") || ssaval.HasJSONName(st, "content") && contents(st)
		})
	})
	return found
}

// contents: the member "content" is a list of things with a type and a text.
func contents(st *types.Struct) bool {
	for i := range st.NumFields() {
		if ssaval.JSONName(st, i) != "content" {
			continue
		}
		sl, ok := st.Field(i).Type().Underlying().(*types.Slice)
		return ok && ssaval.HasJSONName(ssaval.Struct(sl.Elem()), "text")
	}
	return false
}

// holds reports whether a struct in t, or in its fields, is one of those.
func holds(t types.Type, seen map[types.Type]bool, depth int, is func(*types.Struct) bool) bool {
	if depth > 5 || seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return holds(u.Elem(), seen, depth, is)
	case *types.Slice:
		return holds(u.Elem(), seen, depth+1, is)
	case *types.Map:
		return holds(u.Elem(), seen, depth+1, is)
	case *types.Struct:
		if is(u) {
			return true
		}
		for i := range u.NumFields() {
			if holds(u.Field(i).Type(), seen, depth+1, is) {
				return true
			}
		}
	}
	return false
}

// ByHand reports whether the package reads result types by itself.
func (r *Reader) ByHand() bool { return len(r.types) > 0 }
