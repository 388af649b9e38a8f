// This file finds the functions that take event streams apart, and the fields
// they look for.

package stream

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// The fields of a server-sent event.
const (
	FieldData  = "data"
	FieldID    = "id"
	FieldRetry = "retry"
	FieldEvent = "event"
)

// A Parser is a function that takes the lines of an event stream apart.
type Parser struct {
	Fn *ssa.Function
	// Tests are the tests for fields, in order.
	Tests []*FieldTest
}

// Has reports whether the parser looks for the field.
func (p *Parser) Has(field string) bool {
	for _, t := range p.Tests {
		if t.Field == field {
			return true
		}
	}
	return false
}

// A FieldTest is a test whether a line has a field.
type FieldTest struct {
	Field string
	Instr ssa.Instruction
	// Cond is the value that is true if it has; nil for strings.TrimPrefix.
	Cond ssa.Value
	// Line is what is tested: the line, or the name that was cut off it.
	Line ssa.Value
	// Seeds are where the value of the field is first found.
	Seeds []Place

	named bool               // the name is compared, not the beginning of the line
	lines map[ssa.Value]bool // what the value of the field is a part of
}

func (r *Room) findParsers() {
	for _, fn := range r.Funcs {
		p := &Parser{Fn: fn}
		for instr := range ssaval.Instructions(fn) {
			if t := r.fieldTest(instr); t != nil {
				p.Tests = append(p.Tests, t)
			}
		}
		if !parses(p) {
			continue
		}
		for _, t := range p.Tests {
			r.seed(t)
		}
		r.Parsers = append(r.Parsers, p)
	}
}

// parses: the data of events is looked for, and, where only names are
// compared, another field, too.
func parses(p *Parser) bool {
	data, prefix, other := false, false, false
	for _, t := range p.Tests {
		if t.Field == FieldData {
			data = true
			prefix = prefix || !t.named
		} else {
			other = true
		}
	}
	return data && (prefix || other)
}

func fieldOf(s string, named bool) (string, bool) {
	name := strings.TrimSuffix(strings.TrimSuffix(s, " "), ":")
	if !named && name == s {
		return "", false
	}
	switch name {
	case FieldData, FieldID, FieldRetry, FieldEvent:
		return name, true
	}
	return "", false
}

// fieldTest recognises one test.
func (r *Room) fieldTest(instr ssa.Instruction) *FieldTest {
	switch x := instr.(type) {
	case *ssa.BinOp:
		if x.Op != token.EQL {
			return nil
		}
		for _, pair := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
			s, ok := r.text(pair[1])
			if !ok {
				continue
			}
			named := !strings.HasSuffix(strings.TrimSuffix(s, " "), ":")
			if f, ok := fieldOf(s, named); ok {
				return &FieldTest{Field: f, Instr: x, Cond: x, Line: pair[0], named: named}
			}
		}
	case *ssa.Call:
		args := x.Call.Args
		if len(args) != 2 {
			return nil
		}
		name := CalleeName(x)
		pkg, fn, _ := strings.Cut(name, ".")
		if pkg != "strings" && pkg != "bytes" {
			return nil
		}
		s, ok := r.text(args[1])
		if !ok {
			return nil
		}
		f, ok := fieldOf(s, fn == "Equal" || fn == "EqualFold")
		if !ok {
			return nil
		}
		t := &FieldTest{Field: f, Instr: x, Line: args[0]}
		switch fn {
		case "HasPrefix":
			t.Cond = x
		case "Equal", "EqualFold":
			t.Cond, t.named = x, true
		case "TrimPrefix":
			t.Seeds = []Place{x}
		case "CutPrefix":
			for _, v := range resultAt(x, 1) {
				t.Cond = v
			}
			for _, v := range resultAt(x, 0) {
				t.Seeds = append(t.Seeds, v)
			}
		default:
			return nil
		}
		return t
	}
	return nil
}

func (r *Room) text(v ssa.Value) (string, bool) {
	if s, ok := ssaval.Text(v); ok {
		return s, true
	}
	switch v.(type) {
	case *ssa.UnOp, *ssa.Convert, *ssa.FreeVar, *ssa.Slice:
		return r.One(v)
	}
	return "", false
}

// seed finds what is made of the line where it is known to have the field.
func (r *Room) seed(t *FieldTest) {
	if t.Cond == nil || len(t.Seeds) > 0 {
		return
	}
	fn := t.Instr.Parent()
	lines := r.lineValues(t, fn)
	t.lines = lines
	for _, b := range fn.Blocks {
		inside := Guarded(b, t.Cond)
		for _, instr := range b.Instrs {
			if phi, ok := instr.(*ssa.Phi); ok {
				// The value is taken as it is: id = rest
				for i, e := range phi.Edges {
					if lines[e] && (Guarded(b.Preds[i], t.Cond) || edgeOf(b.Preds[i], b, t.Cond)) {
						t.Seeds = append(t.Seeds, phi)
					}
				}
				continue
			}
			if inside {
				r.seedInstr(t, instr, lines)
			}
		}
	}
}

// edgeOf reports whether the way from a to b is taken only if cond is true.
func edgeOf(a, b *ssa.BasicBlock, cond ssa.Value) bool {
	br, ok := a.Instrs[len(a.Instrs)-1].(*ssa.If)
	return ok && br.Cond == cond && a.Succs[0] == b && a.Succs[1] != b
}

func (r *Room) seedInstr(t *FieldTest, instr ssa.Instruction, lines map[ssa.Value]bool) {
	switch x := instr.(type) {
	case *ssa.Store:
		if lines[x.Val] {
			if fa, ok := x.Addr.(*ssa.FieldAddr); ok && own(ssaval.Field(fa.X.Type(), fa.Field)) {
				t.Seeds = append(t.Seeds, ssaval.Field(fa.X.Type(), fa.Field))
			} else {
				t.Seeds = append(t.Seeds, Home(x.Addr))
			}
		}
	case ssa.CallInstruction:
		used := false
		bodies := r.hooks.Callees(x)
		for i, a := range ssaval.Operands(x.Common()) {
			if !lines[a] {
				continue
			}
			used = true
			for _, fn := range bodies {
				if i < len(fn.Params) {
					t.Seeds = append(t.Seeds, fn.Params[i])
				}
			}
		}
		if v := x.Value(); used && v != nil {
			t.Seeds = append(t.Seeds, results(v)...)
		}
	case *ssa.Slice:
		if lines[x.X] {
			t.Seeds = append(t.Seeds, x)
		}
	case *ssa.UnOp:
		// parts[1]
		if at, ok := x.X.(*ssa.IndexAddr); ok && lines[at.X] {
			t.Seeds = append(t.Seeds, x)
		}
	case *ssa.Convert:
		if lines[x.X] {
			t.Seeds = append(t.Seeds, x)
		}
	case *ssa.BinOp:
		// data += value
		if x.Op == token.ADD && (lines[x.X] || lines[x.Y]) {
			t.Seeds = append(t.Seeds, x)
		}
	case *ssa.MapUpdate:
		if lines[x.Value] {
			t.Seeds = append(t.Seeds, Home(x.Map))
		}
	}
}

// lineValues are the values of the function that are the line that is tested
// or a part of it, made before it is known which field it has.
func (r *Room) lineValues(t *FieldTest, fn *ssa.Function) map[ssa.Value]bool {
	from := []Place{t.Line}
	for p := range r.local(r.Flow.in, t.Line, fn, Same|Derived|Element) {
		// Beside the name, the rest: name, rest, ok := strings.Cut(line, ":")
		if c, ok := p.(*ssa.Call); ok && t.named {
			from = append(from, results(c)...)
		}
		if e, ok := p.(*ssa.Extract); ok && t.named {
			if c, ok := e.Tuple.(*ssa.Call); ok {
				from = append(from, results(c)...)
			}
		}
		from = append(from, p)
	}
	out := make(map[ssa.Value]bool)
	for _, f := range from {
		if _, ok := f.(*ssa.Const); ok {
			continue
		}
		for p := range r.local(r.Flow.out, f, fn, Same|Derived|Element) {
			v, ok := p.(ssa.Value)
			if !ok {
				continue
			}
			if instr, ok := v.(ssa.Instruction); ok && t.Cond != nil && Guarded(instr.Block(), t.Cond) {
				continue
			}
			if _, ok := v.(*ssa.Phi); ok && v != t.Line {
				continue // what became of earlier lines
			}
			if ssaval.IsString(v.Type()) || knowledge.TypeName(v.Type()) == "" {
				out[v] = true
			}
		}
	}
	return out
}
