// This file turns a panic into an incident.

package report

import (
	"fmt"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// IncidentCategory is the category of diagnostics that are not findings: they
// say that the analyzer itself failed. A driver turns them into its exit code
// for "could not analyse".
const IncidentCategory = "incident"

// An Incident is the fact that an analyzer failed in a package. Guard exports
// it if it is among the analyzer's FactTypes.
type Incident struct{ Analyzer, Package, Text string }

// AFact marks Incident as a fact.
func (*Incident) AFact() {}

func (i *Incident) String() string {
	return fmt.Sprintf("incident(%s in %s: %s)", i.Analyzer, i.Package, i.Text)
}

// Guard runs an analyzer's run function. A panic breaks every package that
// depends on this one in some drivers and is swallowed by others, so Guard
// turns it into an incident, and the run goes on with the zero value of the
// analyzer's result type.
func Guard(pass *analysis.Pass, run func() (any, error)) (result any, err error) {
	defer func() {
		if v := recover(); v != nil {
			incident(pass, v)
			result, err = zeroResult(pass.Analyzer), nil
		}
	}()
	return run()
}

// Within runs f for the code at pos. If f panics, the incident stands at pos.
func Within(pos token.Pos, f func()) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *located: // the innermost position is the best
			panic(v)
		default:
			panic(&located{pos, reason(v)})
		}
	}()
	f()
}

// A located is the value of a panic, with the position of the code that was
// being analysed.
type located struct {
	pos    token.Pos
	reason string
}

func incident(pass *analysis.Pass, v any) {
	l, ok := v.(*located)
	if !ok {
		l = &located{reason: reason(v)}
	}
	if !l.pos.IsValid() && len(pass.Files) > 0 {
		l.pos = pass.Files[0].Name.Pos()
	}
	in := &Incident{pass.Analyzer.Name, pass.Pkg.Path(), l.reason}
	for _, f := range pass.Analyzer.FactTypes {
		if reflect.TypeOf(f) == reflect.TypeFor[*Incident]() {
			pass.ExportPackageFact(in)
		}
	}
	if !l.pos.IsValid() {
		return // a package without files has nowhere to report at
	}
	pass.Report(analysis.Diagnostic{
		Pos:      l.pos,
		Category: IncidentCategory,
		Message: fmt.Sprintf("%s failed in package %s, which is therefore not fully analysed: %s; this is a bug of mcplint, please report it",
			in.Analyzer, in.Package, in.Text),
	})
}

func zeroResult(a *analysis.Analyzer) any {
	if a.ResultType == nil {
		return nil
	}
	return reflect.Zero(a.ResultType).Interface()
}

// reason says in one line what was panicked with and where in mcplint. It is
// called while the panic unwinds and names no directory of this machine.
func reason(v any) string {
	text, _, _ := strings.Cut(fmt.Sprint(v), "\n")
	if len(text) > 200 {
		text = text[:200]
	}
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf("%s (%s, %s:%d)", text, filepath.Base(f.Function), filepath.Base(f.File), f.Line)
		}
		if !more {
			return text
		}
	}
}
