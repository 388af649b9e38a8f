package rpckey

import (
	_ "embed"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports identities of the transport which are used as keys of
// operations.
var Analyzer = &analysis.Analyzer{
	Name:     "rpckey",
	Doc:      report.Doc(doc, "rpckey"),
	URL:      report.DocURL + "rpckey.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	c := checker{Engine: e, byFunc: make(map[*ssa.Function][]candidate), at: make(map[token.Pos]bool)}
	for _, fn := range e.SSA.Funcs {
		c.positions(fn)
	}
	for _, fn := range e.SSA.Funcs {
		for _, site := range e.Sites(fn) {
			c.arguments(fn, site)
		}
	}
	for _, f := range c.found {
		r.Report(f)
	}
	return nil
}

type checker struct {
	*effect.Engine
	byFunc map[*ssa.Function][]candidate
	at     map[token.Pos]bool // reported
	found  []report.Finding
}

type candidate struct {
	keys.Position
	kind knowledge.Identity
}

// positions reports the keys that are named as such wherever they are used.
func (c *checker) positions(fn *ssa.Function) {
	var ids map[ssa.Value]bool
	for _, p := range c.KeyPositions(fn) {
		kind, ok := effect.TransportKind(c.Origin(p.Value, p.Path, nil))
		if !ok {
			if ids == nil {
				ids = keys.RequestIDs(fn)
			}
			if kind, ok = knowledge.RPCID, keys.MadeOf(p.Value, ids); !ok {
				continue
			}
		}
		place := p.Place
		if place == keys.ToParam {
			place = p.Inner
		}
		if !harms(kind, place, p.Name) {
			continue
		}
		c.byFunc[fn] = append(c.byFunc[fn], candidate{p, kind})
		if p.Strength < knowledge.Strong {
			continue // the arguments of a tool may say more
		}
		c.report(p.Pos, p.Name, kind)
	}
}

// harms leaves out the uses of identities that they are made for.
func harms(kind knowledge.Identity, place keys.Place, name string) bool {
	switch place {
	case keys.InStore:
		switch kind {
		case knowledge.EventID, knowledge.TaskID, knowledge.SubscriptionID:
			return false // replayed events, tasks that were polled
		case knowledge.SessionID:
			n := strings.ToLower(name)
			return strings.Contains(n, "idempot") || strings.Contains(n, "dedup")
		}
	case keys.ToAPI:
		return kind != knowledge.TaskID // a workflow that follows the task
	}
	return true
}

// arguments reports the keys among what a tool is given.
func (c *checker) arguments(fn *ssa.Function, site *effect.Site) {
	for _, op := range site.Ops {
		if op.Func != nil {
			continue
		}
		for k := range op.Keys(knowledge.Weak) {
			if k.Strength < knowledge.Medium && !c.repeated(site) {
				continue
			}
			if kind, ok := effect.TransportKind(c.ResolveFields(k.Value, fn)); ok {
				c.argument(site, k.Name, kind)
			}
		}
	}
}

// argument reports one of them, where it is written if that is in sight.
func (c *checker) argument(site *effect.Site, name string, kind knowledge.Identity) {
	fns := httpclient.Reach(c.SSA.SSA, site.Instr.Parent())
	for _, fn := range fns {
		for _, p := range c.byFunc[fn] {
			if p.Name == name && c.at[p.Pos] {
				return // reported already
			}
		}
	}
	pos := site.Instr.Pos()
	for _, fn := range slices.Backward(fns) {
		for _, p := range c.byFunc[fn] {
			if p.Name == name && p.kind == kind {
				pos = p.Pos
			}
		}
	}
	c.report(pos, name, kind)
}

// repeated reports whether the call of a site is made again.
func (c *checker) repeated(site *effect.Site) bool {
	for _, rep := range c.Repetitions {
		if rep.Site == site || rep.Site != nil && rep.Site.Instr == site.Instr || rep.At == site.Instr {
			return true
		}
	}
	return false
}

func (c *checker) report(pos token.Pos, name string, kind knowledge.Identity) {
	if c.at[pos] {
		return
	}
	c.at[pos] = true
	c.found = append(c.found, report.Finding{Pos: pos, Message: fmt.Sprintf(
		"the %s is used as the key %s of an operation, but %s; mint an id once per intended effect, store it, and pass that",
		kind, name, why[kind])})
}

var why = map[knowledge.Identity]string{
	knowledge.RPCID:          "it starts again with every connection and differs in a request that is issued again",
	knowledge.SessionID:      "it changes with a reconnect and is empty on stdio, stateless and 2026-07-28 sessions",
	knowledge.EventID:        "it is the cursor of one stream and says nothing of the operation",
	knowledge.ProgressToken:  "it is unique only among the active requests",
	knowledge.SubscriptionID: "it is another one for every subscription",
	knowledge.RequestState:   "the server makes it anew, and it is known only after the first answer",
	knowledge.TaskID:         "the server makes it, and it is known only after the first answer",
}
