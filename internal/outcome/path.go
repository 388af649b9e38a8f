// This file holds what a path knows, and how it goes from one block into another.

package outcome

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A Path is one way through the function, at the instruction about to be
// executed.
type Path struct {
	// Ends are the endings that the attempt can have had on this path.
	Ends knowledge.Endings
	// May says that an unclassifiable test of the error was passed.
	May bool
	// Tags say what the decisions on the path rested on.
	Tags Tag
	// Crossed says that a header of the walk's region was passed.
	Crossed bool
	// reading says that the answer's body, when read, turns out to be lost.
	reading bool
	// handed says that the request was handed over and that its answer comes
	// by another way: on a channel, or from a reader.
	handed bool

	// Back is the block from which the header was entered.
	Back *ssa.BasicBlock

	block *ssa.BasicBlock
	index int
	env   env
}

// Block returns the block that the path is in, or leaves.
func (p *Path) Block() *ssa.BasicBlock { return p.block }

func (p *Path) clone() *Path {
	q := *p
	q.env = p.env.clone()
	return &q
}

// key returns a digest of what p tells.
func (p *Path) key() digest {
	var flags uint64
	for i, on := range []bool{p.May, p.reading, p.handed} {
		if on {
			flags |= 1 << i
		}
	}
	return p.env.key().with(uint64(p.Ends)).with(uint64(p.Tags)).with(flags)
}

// phis evaluates the phis of succ in parallel for the edge from its
// predecessor.
func (w *Walk) phis(p *Path, from, succ *ssa.BasicBlock) {
	edge := slices.Index(succ.Preds, from)
	if edge < 0 {
		return
	}
	type move struct {
		to   string
		tree []LocAbs
		abs  Abs
	}
	var moves []move
	for _, instr := range succ.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		v := phi.Edges[edge]
		m := move{to: w.names.loc(phi), abs: w.test(v, w.eval(p, v))}
		if loc := w.names.loc(v); loc != "" {
			for rest, a := range p.env.below(loc) {
				if rest != "" {
					m.tree = append(m.tree, LocAbs{rest, a})
				}
			}
			if _, ptr := phi.Type().Underlying().(*types.Pointer); ptr && m.abs.P == "" && m.abs.K != Nil {
				m.abs.P = loc
			}
		}
		moves = append(moves, m)
	}
	for _, m := range moves {
		p.env.set(m.to, m.abs)
		if m.abs.P == "" {
			for _, t := range m.tree {
				p.env.put(m.to+t.Loc, t.A)
			}
		}
	}
}

// prune forgets values that are not used any more.
func (w *Walk) prune(p *Path, b *ssa.BasicBlock) {
	ids := w.live[b]
	p.env.cells = slices.DeleteFunc(p.env.cells, func(c *cell) bool {
		l := c.loc
		if l == "" || l[0] != 't' {
			return false
		}
		end := len(l)
		if i := strings.IndexAny(l, "*.[<#"); i >= 0 {
			if strings.ContainsAny(l[i:], "*<") {
				return false // memory, which may be reached through other pointers
			}
			end = i
		}
		return !ids[l[:end]]
	})
}
