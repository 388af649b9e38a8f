// This file describes errors that wrap others.

package outcome

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// errorf describes the error that fmt.Errorf or errors.Join makes.
func (w *Walk) errorf(p *Path, x *ssa.Call, name string) Abs {
	args := x.Call.Args
	wraps := name == "errors.Join"
	formatKnown := true
	if !wraps {
		f := w.eval(p, args[0])
		formatKnown = f.K == Str
		wraps = !formatKnown || strings.Contains(f.S, "%w")
		args = args[1:]
	}
	out := Abs{K: Err}
	all := variadic(args)
	if f := w.eval(p, x.Call.Args[0]); !wraps && f.K == Str && !strings.Contains(f.S, "%") {
		out.S = saying(f.S)
	}
	for i, v := range all {
		a := w.eval(p, v)
		if a.K == Text || a.K == Status || a.K == Code {
			out.Text = true
		}
		if !a.isErr() {
			continue
		}
		out.Text = out.Text || a.Text
		out.On |= a.On
		if wraps && (name == "errors.Join" || !formatKnown || verbWraps(w.eval(p, x.Call.Args[0]).S, i)) {
			out.Chain = out.Chain || a.Chain
			out.S = addMarks(out.S, unsaid(a.S))
			if a.Perm != "" {
				out.Perm = strings.TrimSuffix(a.Perm, WrappedMark) + WrappedMark
			}
			if out.P == "" {
				out.P = a.P
			}
			if name == "errors.Join" && a.K == ErrIf && len(all) == 1 {
				return Abs{K: ErrIf, T: a.T, F: a.F, Chain: a.Chain, Text: a.Text}
			}
		}
	}
	return out
}

// verbWraps reports whether the i-th verb of format is %w.
func verbWraps(format string, i int) bool {
	n := 0
	for j := 0; j < len(format); j++ {
		if format[j] != '%' {
			continue
		}
		j++
		for j < len(format) && strings.IndexByte("+-# 0123456789.[]*", format[j]) >= 0 {
			j++
		}
		if j >= len(format) {
			return false
		}
		if format[j] == '%' {
			continue
		}
		if n == i {
			return format[j] == 'w'
		}
		n++
	}
	return false
}

// variadic returns the values of a call's arguments with the final variadic
// slice expanded if it was built for the call.
func variadic(args []ssa.Value) []ssa.Value {
	if len(args) == 0 {
		return nil
	}
	out := append([]ssa.Value(nil), args[:len(args)-1]...)
	last := args[len(args)-1]
	elements, ok := ssaval.Elements(last)
	if !ok {
		return append(out, last)
	}
	for _, v := range elements {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}
