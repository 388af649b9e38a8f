package freshkey

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

//go:embed doc.go
var doc string

// Analyzer reports keys of operations which are made anew for every attempt.
var Analyzer = &analysis.Analyzer{
	Name:     "freshkey",
	Doc:      report.Doc(doc, "freshkey"),
	URL:      report.DocURL + "freshkey.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(pass *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	c := checker{Engine: e, pass: pass, at: make(map[token.Pos]bool)}
	for _, rep := range e.Repetitions {
		if !c.unsafe(rep) {
			continue
		}
		for _, f := range c.judge(rep) {
			r.Report(f)
		}
	}
	return nil
}

type checker struct {
	*effect.Engine
	pass *analysis.Pass
	at   map[token.Pos]bool // reported
}

// unsafe reports whether the call is made again although an earlier attempt
// may have been executed, and whether that matters.
func (c checker) unsafe(rep effect.Repetition) bool {
	// What annotations or lookups permit needs its key just as well.
	ends := rep.Reach.Ends(0)
	again := ends.InClass(knowledge.ClassUnknown, c.Mode())
	if again == 0 && c.Settings.Strict {
		again = ends.InClass(knowledge.ClassAnswered, c.Mode())
	}
	return again != 0 && c.Consequential(rep.Op) && (rep.How != effect.Registry || c.Settings.Strict)
}

// A key is one that an attempt makes for itself.
type key struct {
	name string
	how  string // what is wrong with it
	api  bool   // it is given to an API that is called for each attempt, too
	pos  token.Pos
	mint *ssa.Call // the call that mints it, if it is in the function that is executed again
}

func (c checker) judge(rep effect.Repetition) []report.Finding {
	op, region := c.Again(rep)
	var found []key
	for k := range op.Keys(knowledge.Medium) {
		if how := fresh(k.Value); how != "" {
			found = append(found, c.place(key{name: k.Name, how: how}, rep, region))
		}
	}
	found = append(found, c.headers(rep, region)...)
	var out []report.Finding
	for _, k := range found {
		if c.at[k.pos] {
			continue
		}
		c.at[k.pos] = true
		of, taker := "of", "server"
		if k.api {
			of, taker = "given out before", "API"
		}
		f := report.Finding{Pos: k.pos, Message: fmt.Sprintf(
			"the key %s %s %s %s in every attempt, so that the %s takes a repetition for a new operation; mint it once before the first attempt and pass the same key",
			k.name, of, toolOf(rep.Op), k.how, taker)}
		f.Fix = hoist(c.pass, k, rep)
		out = append(out, f)
	}
	return out
}

func toolOf(op effect.Op) string {
	if name, ok := op.Name.Constant(); ok {
		return fmt.Sprintf("tools/call %q", name)
	}
	return "this tools/call"
}

// fresh says how a value differs between attempts, "" if it does not.
func fresh(t identity.Term) string {
	how := ""
	t.Walk(func(s identity.Term) bool {
		switch {
		case s.Kind == identity.Mint && s.Inside:
			how = "is minted anew"
		case s.Kind == identity.Time && s.Inside && how == "":
			how = "is read from the clock"
		case s.Kind == identity.Counter && how == "":
			how = "is counted on"
		}
		return s.Kind != identity.Call && s.Name != "element"
	})
	return how
}

// place finds where the key is written: in what is executed again, or in a
// function that is called there.
func (c checker) place(k key, rep effect.Repetition, region *identity.Region) key {
	k.pos = rep.Pos
	for _, fn := range c.around(rep, region) {
		for _, p := range c.KeyPositions(fn) {
			if p.Name != k.name || p.Place == keys.ToParam {
				continue
			}
			t := c.Slicer.Value(p.Value, p.Path, region)
			if fresh(t) == "" && !(region == nil || fn != region.Fn) {
				continue
			}
			if fresh(t) != "" || t.Has(identity.Mint, identity.Time) {
				k.pos, k.mint = p.Pos, identity.MintOf(p.Value)
				return k
			}
		}
	}
	return k
}

// around are the functions whose code is executed for an attempt.
func (c checker) around(rep effect.Repetition, region *identity.Region) []*ssa.Function {
	var start []*ssa.Function
	if region != nil {
		start = append(start, region.Fn)
	}
	if rep.Site != nil && rep.Site.Instr != nil {
		start = append(start, rep.Site.Instr.Parent())
	}
	start = append(start, rep.At.Parent())
	var out []*ssa.Function
	seen := make(map[*ssa.Function]bool)
	for _, s := range start {
		for _, fn := range httpclient.Reach(c.SSA.SSA, s) {
			if !seen[fn] {
				seen[fn] = true
				out = append(out, fn)
			}
		}
	}
	return out
}

// headers are the keys in headers that are set in the region, and those that
// each attempt gives to an API on its way to the call.
func (c checker) headers(rep effect.Repetition, region *identity.Region) []key {
	var out []key
	for _, fn := range c.around(rep, region) {
		for _, p := range c.KeyPositions(fn) {
			api := p.Place == keys.ToAPI || p.Place == keys.ToParam && p.Inner == keys.ToAPI
			if p.Place != keys.InHeader && !api || p.Strength != knowledge.Strong || !region.In(p.Instr) {
				continue
			}
			if api && (rep.Site == nil || !ssaval.Precedes(p.Instr, rep.Site.Instr)) {
				continue // an attempt that failed does not come to it
			}
			if how := fresh(c.Slicer.Value(p.Value, p.Path, region)); how != "" {
				out = append(out, key{p.Name, how, api, p.Pos, identity.MintOf(p.Value)})
			}
		}
	}
	return out
}
