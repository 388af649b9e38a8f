// This file walks the control flow graph: from block to block, with as many paths
// as tell different things.

package outcome

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// Bounds of one walk. They are deterministic; past them the walk reports
// Overflow and its answer is a lower bound.
const (
	maxSteps     = 6000    // blocks entered
	maxSpent     = 600_000 // blocks entered in all walks that start in one function, those with much in memory several times
	maxSolving   = 450_000 // of them, until it is asked about repetitions
	maxPerBlock  = 6       // exact states kept for a block before they are joined
	maxGroups    = 4       // joined states kept for a block, by what they know of errors and answers,
	maxGrouped   = 100     // in functions of so many blocks
	maxTransfers = 4       // nesting of calls followed
)

// An Action tells the walk how to go on at an instruction.
type Action uint8

// The actions.
const (
	Continue Action = iota // execute it as usual
	Stop                   // the path ends here
	Replaced               // the visitor has pushed the successors itself
)

// A Walk is one exploration of a function.
type Walk struct {
	Engine *Engine
	Fn     *ssa.Function
	// Region, if not nil, holds the blocks that the walk may enter.
	Region map[*ssa.BasicBlock]bool
	// Headers are the blocks whose entry from inside sets Path.Crossed.
	Headers map[*ssa.BasicBlock]bool
	// Visit is called before each instruction.
	Visit func(instr ssa.Instruction, p *Path) Action
	// Return is called for each way out of the function.
	Return func(ret *ssa.Return, p *Path)
	// Leave is called for each way out of the region.
	Leave func(p *Path)
	// Overflow reports that a bound was reached.
	Overflow bool

	names *names
	live  map[*ssa.BasicBlock]map[string]bool
	seen  map[blockKey]*blockStates
	work  []*Path
	steps int
	depth int
	payer *ssa.Function // where the outermost walk started
}

type blockKey struct {
	block   *ssa.BasicBlock
	crossed bool
}

type blockStates struct {
	keys   map[digest]bool
	joined map[digest]*Path // by what they know of how the attempt ended
}

// init makes what a walk needs of its function, if that has not been done:
// callers may ask for names before they start it.
func (w *Walk) init() {
	if w.names == nil {
		w.names = w.Engine.namesOf(w.Fn)
		w.live = w.Engine.liveOf(w.Fn)
		w.seen = make(map[blockKey]*blockStates)
	}
}

// FromEntry starts the walk at the entry of the function.
func (w *Walk) FromEntry(ends knowledge.Endings, seed func(*Path)) {
	w.init()
	if len(w.Fn.Blocks) == 0 {
		return
	}
	p := &Path{Ends: ends, block: w.Fn.Blocks[0], env: env{}}
	if seed != nil {
		seed(p)
	}
	w.push(p)
	w.run()
}

// After starts the walk just after instr, once for each of the paths.
func (w *Walk) After(instr ssa.Instruction, paths []*Path) {
	w.init()
	w.attempt(instr, paths)
	w.run()
}

// attempt goes on just after instr, once for each of the paths.
func (w *Walk) attempt(instr ssa.Instruction, paths []*Path) {
	b := instr.Block()
	i := slices.Index(b.Instrs, instr)
	for _, p := range paths {
		q := p.clone()
		q.block, q.index = b, i+1
		w.push(q)
	}
}

func (w *Walk) push(p *Path) { w.work = append(w.work, p) }

func (w *Walk) run() {
	if w.payer == nil {
		w.payer = w.Fn
	}
	for len(w.work) > 0 {
		p := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if p.Ends == 0 {
			continue
		}
		w.block(p)
	}
}

// overflow ends the walk, and counts the function that is too large: the one that
// is walked, or the one that has asked too much.
func (w *Walk) overflow(paid bool) {
	if w.Overflow {
		return // counted
	}
	w.Overflow = true
	fn := w.Fn
	if !paid {
		fn = w.payer
	}
	w.Engine.Overflows[fn]++
}

// enter moves p along the edge from its block to succ.
func (w *Walk) enter(p *Path, succ *ssa.BasicBlock) {
	from := p.block
	if w.Region != nil && !w.Region[succ] {
		if w.Leave != nil {
			w.Leave(p)
		}
		return
	}
	w.steps++
	if paid := w.Engine.pay(w.payer, 1+len(p.env.cells)/16); !paid || w.steps > maxSteps {
		w.overflow(paid)
		return
	}
	if w.Headers[succ] && (w.Region == nil || w.Region[from]) {
		p.Crossed = true
		p.Back = from
	}
	w.phis(p, from, succ)
	p.block, p.index = succ, 0
	w.prune(p, succ)

	key := blockKey{succ, p.Crossed}
	st := w.seen[key]
	if st == nil {
		st = &blockStates{keys: make(map[digest]bool)}
		w.seen[key] = st
	}
	k := p.key()
	if st.keys[k] {
		return
	}
	st.keys[k] = true
	if len(st.keys) <= maxPerBlock {
		w.push(p)
		return
	}
	// What follows a success is never joined with what follows a failure.
	var group digest
	if len(w.Fn.Blocks) <= maxGrouped {
		group = p.env.outcomes()
	} else if p.Ends.Has(knowledge.Done) {
		group = group.with(1)
	}
	j := st.joined[group]
	if j == nil && len(st.joined) >= maxGroups {
		group = digest{} // those that are left
		j = st.joined[group]
	}
	if j == nil {
		if st.joined == nil {
			st.joined = make(map[digest]*Path)
		}
		st.joined[group] = p.clone()
		w.push(p)
		return
	}
	merged := &Path{
		Ends: j.Ends | p.Ends, May: j.May || p.May, Tags: j.Tags & p.Tags, Crossed: p.Crossed,
		reading: j.reading || p.reading, handed: j.handed || p.handed, block: succ, env: meet(j.env, p.env),
	}
	if merged.key() == j.key() {
		return
	}
	st.joined[group] = merged.clone()
	w.push(merged)
}

// block executes p's block from p.index.
func (w *Walk) block(p *Path) {
	for p.index < len(p.block.Instrs) {
		instr := p.block.Instrs[p.index]
		if w.Visit != nil {
			switch w.Visit(instr, p) {
			case Stop, Replaced:
				return
			}
		}
		switch instr := instr.(type) {
		case *ssa.If:
			w.branch(p, instr)
			return
		case *ssa.Jump:
			w.enter(p, p.block.Succs[0])
			return
		case *ssa.Return:
			if w.Return != nil {
				w.Return(instr, p)
			}
			return
		case *ssa.Panic:
			return
		}
		alts := w.exec(p, instr)
		if alts != nil {
			for _, q := range alts {
				q.index = p.index + 1
				q.block = p.block
				w.push(q)
			}
			return
		}
		if p.Ends == 0 {
			return
		}
		p.index++
	}
}

// branch follows both edges of an If that are possible.
func (w *Walk) branch(p *Path, instr *ssa.If) {
	c := w.eval(p, instr.Cond)
	if c.K != Bool {
		c = Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: c.On, Off: c.On}
	}
	c = w.test(instr.Cond, c)
	succs := p.block.Succs
	before := p.Ends
	decided := before&c.T == 0 || before&c.F == 0
	for i, succ := range succs {
		taken := i == 0
		ends, tags := c.T, c.On
		if !taken {
			ends, tags = c.F, c.Off
		}
		if before&ends == 0 {
			continue
		}
		q := p // the last one that goes on
		if taken && before&c.F != 0 {
			q = p.clone()
		}
		q.Ends &= ends
		if !decided {
			q.May = q.May || c.May
			q.Tags |= tags
			if tags&NoEffect != 0 {
				// Proven to have had no effect: as if it had never been sent.
				q.Ends = knowledge.Of(knowledge.NotReady)
			}
			w.refine(q, instr.Cond, taken)
		}
		w.enter(q, succ)
	}
}

// CanBeTrue reports whether the boolean v can be true on p.
func (w *Walk) CanBeTrue(p *Path, v ssa.Value) bool {
	a := w.eval(p, v)
	return a.K != Bool || a.T&p.Ends != 0
}

// Value returns what p knows of v.
func (w *Walk) Value(p *Path, v ssa.Value) Abs { return w.eval(p, v) }
