package hinttrust

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/trust"
)

//go:embed doc.go
var doc string

// Analyzer reports repetitions of tools/call which nothing but tool
// annotations permits.
var Analyzer = &analysis.Analyzer{
	Name:     "hinttrust",
	Doc:      report.Doc(doc, "hinttrust"),
	URL:      report.DocURL + "hinttrust.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	var found []report.Finding
	for _, rep := range e.Repetitions {
		ends := effect.OnlyHints(rep)
		if ends.InClass(knowledge.ClassUnknown, e.Mode()) == 0 || !e.Consequential(rep.Op) {
			continue
		}
		if rep.How == effect.Registry && !e.Settings.Strict || e.Keyed(rep, e.Settings.Strict) {
			continue
		}
		f := report.Finding{Pos: rep.Pos, Message: message(e, rep)}
		for _, s := range rep.Op.Flow {
			f.Flow = append(f.Flow, report.Step{Text: s.Func, Ref: s.Pos})
		}
		found = append(found, f)
	}
	if len(found) == 0 || e.InProcess() || e.Believed() {
		return nil
	}
	for _, f := range found {
		r.Report(f)
	}
	return nil
}

// message says which annotation decides, and what the specification says of
// it.
func message(e *effect.Engine, rep effect.Repetition) string {
	call := "tools/call"
	if name, ok := rep.Op.Name.Constant(); ok {
		call = fmt.Sprintf("tools/call %q", name)
	}
	const advice = "decide by an allow-list or configuration whether this server is trusted, or return the outcome as unknown"
	fns := httpclient.Reach(e.SSA.SSA, rep.At.Parent())
	if trust.ReadsDestructive(fns) && e.WithoutDestructive(rep) {
		return fmt.Sprintf("%s can run again because destructiveHint is not set, but the specification gives it the default true, and additive tools act twice as well; %s", call, advice)
	}
	if name := distrusted(rep); name != "" {
		return fmt.Sprintf("%s can run again on the word of annotations of a server that the code itself calls untrusted (%s); the specification forbids to rely on them: %s", call, name, advice)
	}
	return fmt.Sprintf("%s can run again only because the server's own annotations permit it, after an attempt that may have been executed; annotations are untrusted hints: %s", call, advice)
}

// distrusted returns the name by which the code calls the server untrusted.
func distrusted(rep effect.Repetition) string {
	var names []string
	if c, ok := rep.At.(ssa.CallInstruction); ok {
		for _, v := range append([]ssa.Value{c.Common().Value}, c.Common().Args...) {
			names = append(names, namesOf(v)...)
		}
	}
	for _, p := range rep.At.Parent().Params {
		names = append(names, p.Name(), knowledge.TypeName(p.Type()))
	}
	names = append(names, rep.At.Parent().Name())
	for _, n := range names {
		short := n[strings.LastIndexByte(n, '.')+1:]
		if l := strings.ToLower(short); strings.Contains(l, "untrusted") || strings.Contains(l, "thirdparty") {
			return short
		}
	}
	return ""
}

// namesOf returns the names of the variable or field that a value is read
// from.
func namesOf(v ssa.Value) []string {
	var out []string
	for range 4 {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			out = append(out, ssaval.FieldName(x.X.Type(), x.Field))
			v = x.X
		case *ssa.Parameter:
			return append(out, x.Name())
		case *ssa.Global:
			return append(out, x.Name())
		case *ssa.Alloc:
			return append(out, x.Comment)
		default:
			return out
		}
	}
	return out
}
