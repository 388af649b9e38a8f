// This file reads one call as a record.

package persist

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/words"
)

// A Record is what one call writes down, or undoes.
type Record struct {
	Kind Kind
	// Status is the status as the code names it: "failed", StatusFailed. It is
	// empty where the name of the call is the status.
	Status string
	// Call is the call that stores or undoes.
	Call ssa.CallInstruction
}

// A reading is the view of one path on the values of one function.
type reading struct {
	walk *outcome.Walk
	path *outcome.Path
}

// At returns the record that call makes on path p of w, in a function that
// made its attempt at the instruction attempt (nil if that was elsewhere).
func At(w *outcome.Walk, p *outcome.Path, call ssa.CallInstruction, attempt ssa.Instruction) (Record, bool) {
	r := &reading{w, p}
	rec := Record{Call: call}
	if k := undoing(call, attempt); k != None {
		rec.Kind = k
		return rec, true
	}
	common := call.Common()
	switch formOf(common) {
	case byQuery:
		rec.Kind, rec.Status = r.queried(common)
	case byValue:
		rec.Kind, rec.Status = r.stored(common, false)
	case byChain:
		rec.Kind, rec.Status = r.chained(common)
	case byFile:
		if fileLike(common) {
			rec.Kind, rec.Status = r.stored(common, false)
		}
	case byName:
		fn := ssaval.Callee(common)
		if k := nameStatus(fn); k != None {
			rec.Kind = k
			break
		}
		w := words.Split(fn.Name())
		rec.Kind, rec.Status = r.stored(common, slices.ContainsFunc(w, holdsStatus) || w[0] == "mark" || w[0] == "transition")
		if rec.Kind == None && len(w) == 1 {
			rec.Kind, rec.Status = r.chained(common)
		}
	}
	return rec, rec.Kind != None
}

// stored reads the arguments of a call. expected says that the call stores a
// status, so that a plain text among its arguments may be one.
func (r *reading) stored(c *ssa.CallCommon, expected bool) (Kind, string) {
	for _, a := range r.arguments(c) {
		if k, shown := r.status(a, expected && len(a.names) <= 1); k != None {
			return k, shown
		}
		// "order:17:status" is the name of what is stored.
		if a.abs.K == outcome.Str && len(a.names) <= 1 && r.keyed(c) {
			if k, shown := r.status(a, true); k != None {
				return k, shown
			}
		}
	}
	return None, ""
}

// arguments lists the plain values among the arguments of c.
func (r *reading) arguments(c *ssa.CallCommon) []atom {
	var out []atom
	args := c.Args
	params := c.Signature().Params()
	if !c.IsInvoke() && c.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	column := ""
	for i, v := range args {
		name := ""
		if i < params.Len() {
			name = params.At(i).Name()
		}
		if knowledge.TypeName(v.Type()) == "context.Context" {
			continue
		}
		for _, a := range r.atoms(v, []string{name}, 0) {
			if a.column == "" && len(a.names) == 1 {
				a.column = column // Update("status", "failed")
			}
			out = append(out, a)
		}
		column = r.text(v)
	}
	return out
}

// queried reads a statement and the values for its placeholders.
func (r *reading) queried(c *ssa.CallCommon) (Kind, string) {
	var q query
	found := false
	args := c.Args
	for i, v := range args {
		text := r.text(v)
		if text == "" || !strings.ContainsAny(text, " \n\t") {
			continue
		}
		q, found = readQuery(text), true
		args = args[i+1:]
		break
	}
	if !found {
		// Prepared elsewhere: only what is named like a status counts.
		return r.stored(c, false)
	}
	if !q.writes {
		return None, ""
	}
	if q.kind != None {
		return q.kind, q.shown
	}
	for _, v := range args {
		for _, a := range r.atoms(v, []string{""}, 0) {
			if k, shown := r.status(a, q.status && len(a.names) <= 1); k != None {
				return k, shown
			}
		}
	}
	return None, ""
}

// chained reads what the calls say that lead to the receiver of a call:
// orders.UpdateOne(o).SetStatus(Failed).Save(ctx).
func (r *reading) chained(c *ssa.CallCommon) (Kind, string) {
	v := ssaval.Receiver(c)
	for range 24 {
		call, ok := peelTuple(v).(*ssa.Call)
		if !ok {
			return None, ""
		}
		fn := ssaval.Callee(&call.Call)
		if fn == nil {
			return None, ""
		}
		if verb, rest := cutVerb(fn.Name()); slices.Contains([]string{"set", "value", "values", "model", "update", "insert", "columns", "map"}, verb) {
			for _, a := range r.arguments(&call.Call) {
				if len(rest) > 0 {
					a.names = append(a.names, rest)
				}
				// Set("status = ?", "failed")
				if a.column != "" || len(call.Call.Args) > 1 && holdsAssignment(r, &call.Call) {
					if k, shown := r.status(a, holdsAssignment(r, &call.Call)); k != None {
						return k, shown
					}
				}
				if k, shown := r.status(a, holdsStatus(rest)); k != None {
					return k, shown
				}
			}
		}
		v = ssaval.Receiver(&call.Call)
	}
	return None, ""
}

// holdsAssignment reports whether the first text of a call names a column that
// holds a status: "status", "status = ?".
func holdsAssignment(r *reading, c *ssa.CallCommon) bool {
	for _, v := range c.Args {
		if text := r.text(v); text != "" {
			col, _, _ := strings.Cut(text, "=")
			return holdsStatus(strings.TrimSpace(col))
		}
	}
	return false
}

func cutVerb(name string) (verb, rest string) {
	w := words.Split(name)
	if len(w) == 0 {
		return "", ""
	}
	return w[0], strings.Join(w[1:], "_")
}

func peelTuple(v ssa.Value) ssa.Value {
	if v == nil {
		return nil
	}
	if e, ok := ssaval.Plain(v).(*ssa.Extract); ok {
		return e.Tuple
	}
	return ssaval.Plain(v)
}

// keyed reports whether a text that names what is stored ends with the name of
// a status: a constant, or the constant end of a composed key.
func (r *reading) keyed(c *ssa.CallCommon) bool {
	for _, v := range c.Args {
		v = ssaval.Plain(v)
		if b, ok := v.(*ssa.BinOp); ok {
			v = ssaval.Plain(b.Y)
		}
		text := r.text(v)
		if i := strings.LastIndexAny(text, ":/."); i >= 0 && holdsStatus(text[i+1:]) {
			return true
		}
	}
	return false
}

// fileLike: bytes for a file, and not for the terminal.
func fileLike(c *ssa.CallCommon) bool {
	recv := ssaval.Receiver(c)
	if recv == nil {
		return true // os.WriteFile
	}
	recv = ssaval.Plain(recv)
	if call, ok := recv.(*ssa.Call); ok {
		// json.NewEncoder(f).Encode(v)
		if len(call.Call.Args) != 1 {
			return false
		}
		recv = ssaval.Plain(call.Call.Args[0])
	}
	if knowledge.TypeName(recv.Type()) != "*os.File" {
		return false
	}
	ld, ok := recv.(*ssa.UnOp)
	if !ok {
		return true
	}
	_, global := ld.X.(*ssa.Global)
	return !global // os.Stdout, os.Stderr
}

// Name names what makes the record, in the words of package pkg.
func (rec Record) Name(pkg *types.Package) string {
	common := rec.Call.Common()
	fn := ssaval.Callee(common)
	if fn == nil {
		return "a func value"
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		if fn.Pkg() != pkg {
			return fn.Pkg().Name() + "." + fn.Name()
		}
		return fn.Name()
	}
	t := types.TypeString(recv.Type(), func(p *types.Package) string {
		if p == pkg {
			return ""
		}
		return p.Name()
	})
	if strings.HasPrefix(t, "*") {
		t = "(" + t + ")"
	}
	return t + "." + fn.Name()
}
