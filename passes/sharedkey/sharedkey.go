package sharedkey

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
)

//go:embed doc.go
var doc string

// Analyzer reports keys that different operations share.
var Analyzer = &analysis.Analyzer{
	Name:     "sharedkey",
	Doc:      report.Doc(doc, "sharedkey"),
	URL:      report.DocURL + "sharedkey.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	c := checker{Engine: e, r: r, at: make(map[token.Pos]bool)}
	for _, fn := range e.SSA.Funcs {
		for _, site := range e.Sites(fn) {
			if e.Tested(site.Instr) {
				continue // a test sees at once what its server makes of it
			}
			c.fanOuts(site)
			c.inARow(site)
			c.fixed(site)
		}
	}
	return nil
}

type checker struct {
	*effect.Engine
	r  *report.Reporter
	at map[token.Pos]bool // reported
}

// fanOuts reports the keys that all rounds of a fan-out share.
func (c checker) fanOuts(site *effect.Site) {
	for _, f := range c.FanOuts(site) {
		if !c.Consequential(f.Op) {
			continue
		}
		around := append(c.Around(f.Region), httpclient.Reach(c.SSA.SSA, site.Instr.Parent())...)
		for k := range f.Op.Keys(knowledge.Medium) {
			if !c.counts(k.Name, k.Value) || !c.Invariant(k.Value, f.Region, site.Instr.Parent()) {
				continue
			}
			pos := c.written(k.Name, around, site, f.Region, func(fn *ssa.Function, p keys.Position) bool {
				return c.Invariant(c.Slicer.Value(p.Value, p.Path, f.Region), f.Region, fn)
			})
			c.report(pos, k.Name, f.Op, "is the same in all rounds")
		}
		c.headers(site, f, around)
	}
}

// headers reports a key in a header that is set in each round, and one that
// each round gives to an API.
func (c checker) headers(site *effect.Site, f effect.FanOut, around []*ssa.Function) {
	for _, fn := range around {
		for _, p := range c.KeyPositions(fn) {
			header := p.Place == keys.InHeader || p.Place == keys.ToParam && p.Inner == keys.InHeader
			api := p.Place == keys.ToAPI || p.Place == keys.ToParam && p.Inner == keys.ToAPI
			if !header && !api || p.Strength != knowledge.Strong || !f.Region.In(p.Instr) {
				continue
			}
			t := c.Slicer.Value(p.Value, p.Path, f.Region)
			if header && !c.counts(p.Name, t) || api && !t.Has(identity.Mint, identity.Time, identity.SessionID) {
				continue // of an API, a key that is a name is a job that is wanted once
			}
			switch {
			case !c.Invariant(t, f.Region, fn):
			case api:
				c.reportAPI(p.Pos, p.Name, f.Op)
			default:
				c.report(p.Pos, p.Name, f.Op, "is the same in all rounds")
			}
		}
	}
}

// fixed reports keys that are the same whenever the call is made.
func (c checker) fixed(site *effect.Site) {
	fn := site.Instr.Parent()
	for _, op := range site.Ops {
		if op.Func != nil || !c.Consequential(op) || !differs(effect.Keyless(op.Args)) {
			continue
		}
		for k := range op.Keys(knowledge.Medium) {
			if knowledge.KeyStrength(k.Name) != knowledge.Strong {
				continue
			}
			how, is := c.sameForAll(k.Value, fn)
			if how == "" {
				continue
			}
			found := false
			pos := c.written(k.Name, httpclient.Reach(c.SSA.SSA, fn), site, nil, func(g *ssa.Function, p keys.Position) bool {
				_, other := c.sameForAll(c.Slicer.Value(p.Value, p.Path, nil), g)
				found = found || other == is
				return other == is
			})
			if found {
				c.report(pos, k.Name, op, how)
			}
		}
	}
}

// counts leaves out what may be shared on purpose, or is no key at all: a name
// that may mean something else counts only with an id that was minted.
func (c checker) counts(name string, key identity.Term) bool {
	if effect.IsEmpty(key) {
		return false
	}
	if _, transport := effect.TransportIdentity(key); transport {
		return key.Has(identity.SessionID)
	}
	if knowledge.KeyStrength(name) == knowledge.Strong {
		return true
	}
	return knowledge.KeyOfOneCall(name) && key.Has(identity.Mint, identity.Time)
}

// written finds where a key is written or handed over: in the region, or else
// below it; the call itself if that is out of sight.
func (c checker) written(name string, around []*ssa.Function, site *effect.Site, r *identity.Region, is func(*ssa.Function, keys.Position) bool) token.Pos {
	handed, below := token.NoPos, token.NoPos
	for _, fn := range around {
		for _, p := range c.KeyPositions(fn) {
			if p.Name != name || !is(fn, p) {
				continue
			}
			switch {
			case r.In(p.Instr):
				return p.Pos
			case p.Place == keys.ToParam:
				handed = p.Pos
			case !below.IsValid():
				below = p.Pos
			}
		}
	}
	for _, pos := range []token.Pos{below, handed} {
		if pos.IsValid() {
			return pos
		}
	}
	return site.Instr.Pos()
}

func (c checker) report(pos token.Pos, name string, op effect.Op, how string) {
	if c.at[pos] {
		return
	}
	c.at[pos] = true
	c.r.Report(report.Finding{Pos: pos, Message: fmt.Sprintf(
		"the key %s of %s %s while the arguments differ, so that the server takes different operations for repetitions of one; mint a key per operation, or derive it from the arguments",
		name, toolOf(op), how)})
}

// reportAPI is report for a key that is given to an API beside the tool.
func (c checker) reportAPI(pos token.Pos, name string, op effect.Op) {
	if c.at[pos] {
		return
	}
	c.at[pos] = true
	c.r.Report(report.Finding{Pos: pos, Message: fmt.Sprintf(
		"the key %s, given out beside %s, is the same in all rounds while the operations differ, so that the API takes them for repetitions of one; mint a key per operation, or derive it from what differs",
		name, toolOf(op))})
}

func toolOf(op effect.Op) string {
	if s, ok := op.Name.Constant(); ok {
		return fmt.Sprintf("tools/call %q", s)
	}
	return "this tools/call"
}
