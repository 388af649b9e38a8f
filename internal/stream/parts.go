// This file finds where the values of the fields of an event come from.

package stream

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// partAt reports whether v is taken for the value of the field in block b,
// where it is known that the line has the field.
func (r *Room) partAt(field string, v ssa.Value, b *ssa.BasicBlock) bool {
	for _, p := range r.Parsers {
		for _, t := range p.Tests {
			if t.Field == field && t.lines[v] && Guarded(b, t.Cond) {
				return true
			}
		}
	}
	return false
}

// Parts returns where the values of the field are found at first, in this
// package: taken from lines, or from the events of a library.
func (r *Room) Parts(field string) []Place {
	var out []Place
	for _, p := range r.Parsers {
		for _, t := range p.Tests {
			if t.Field == field {
				out = append(out, t.Seeds...)
			}
		}
	}
	return append(out, r.libraryParts(field)...)
}

var libraryPart = map[string]knowledge.EventPart{
	FieldID: knowledge.EventIDPart, FieldData: knowledge.EventDataPart, FieldRetry: knowledge.EventRetryPart,
}

func (r *Room) libraryParts(field string) []Place {
	want := libraryPart[field]
	if want == knowledge.EventNone {
		return nil
	}
	out, ok := r.parts[field]
	if ok {
		return out
	}
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.FieldAddr:
			if r.fieldPart(x.X, x.Field) == want {
				out = append(out, ssaval.Field(x.X.Type(), x.Field))
			}
		case *ssa.Field:
			if r.fieldPart(x.X, x.Field) == want {
				out = append(out, ssaval.Field(x.X.Type(), x.Field))
			}
		case *ssa.Call:
			if knowledge.EventMethod(CalleeName(x)) == want {
				out = append(out, x)
			}
		}
	})
	if r.parts == nil {
		r.parts = make(map[string][]Place)
	}
	r.parts[field] = out
	return out
}

func (r *Room) fieldPart(x ssa.Value, i int) knowledge.EventPart {
	fv := ssaval.Field(x.Type(), i)
	if fv == nil || fv.Pkg() == nil || fv.Pkg() == r.Pkg {
		return knowledge.EventNone
	}
	if h, ok := r.hooks.Field(fv); ok {
		return libraryPart[h.Part]
	}
	return knowledge.EventField(strings.TrimPrefix(knowledge.TypeName(x.Type()), "*") + "." + fv.Name())
}
