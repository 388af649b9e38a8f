package outcome

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Bounds of one walk. They are deterministic; past them the walk reports
// Overflow and its answer is a lower bound.
const (
	maxSteps     = 6000 // blocks entered
	maxPerBlock  = 6    // exact states kept for a block before they are joined
	maxTransfers = 4    // nesting of calls followed
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
	q.env = make(env, len(p.env)+4)
	for k, v := range p.env {
		q.env[k] = v
	}
	return &q
}

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
	live  map[*ssa.BasicBlock]map[ssa.Value]bool
	seen  map[blockKey]*blockStates
	work  []*Path
	steps int
	depth int
}

type blockKey struct {
	block   *ssa.BasicBlock
	crossed bool
}

type blockStates struct {
	keys   map[string]bool
	joined *Path
}

// Names is needed by callers that seed a walk.
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
	p := &Path{Ends: ends, block: w.Fn.Blocks[0], env: make(env)}
	if seed != nil {
		seed(p)
	}
	w.push(p)
	w.run()
}

// After starts the walk just after instr, once for each of the paths.
func (w *Walk) After(instr ssa.Instruction, paths []*Path) {
	w.init()
	b := instr.Block()
	i := slices.Index(b.Instrs, instr)
	for _, p := range paths {
		q := p.clone()
		q.block, q.index = b, i+1
		w.push(q)
	}
	w.run()
}

func (w *Walk) push(p *Path) { w.work = append(w.work, p) }

func (w *Walk) run() {
	for len(w.work) > 0 {
		p := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if p.Ends == 0 {
			continue
		}
		w.block(p)
	}
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
	if w.steps > maxSteps {
		w.Overflow = true
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
		st = &blockStates{keys: make(map[string]bool)}
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
	if st.joined == nil {
		st.joined = p.clone()
		w.push(p)
		return
	}
	j := st.joined
	merged := &Path{
		Ends: j.Ends | p.Ends, May: j.May || p.May, Tags: j.Tags & p.Tags, Crossed: p.Crossed,
		reading: j.reading || p.reading, block: succ, env: meet(j.env, p.env),
	}
	if merged.key() == j.key() {
		return
	}
	st.joined = merged.clone()
	w.push(merged)
}

func (p *Path) key() string {
	var b strings.Builder
	b.WriteString(p.env.key())
	b.WriteString(strings.Join([]string{itoa(int(p.Ends >> 32)), itoa(int(p.Ends & 0xffffffff)), itoa(int(p.Tags))}, "/"))
	if p.May {
		b.WriteByte('m')
	}
	if p.reading {
		b.WriteByte('r')
	}
	return b.String()
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
			for l, a := range p.env {
				if rest, ok := below(l, loc); ok && rest != "" {
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
				p.env[m.to+t.Loc] = t.A
			}
		}
	}
}

// prune forgets values that are not used any more.
func (w *Walk) prune(p *Path, b *ssa.BasicBlock) {
	live := w.live[b]
	ids := make(map[string]bool, len(live))
	for v := range live {
		ids[w.names.ids[v]] = true
	}
	for l := range p.env {
		if l == "" || l[0] != 't' {
			continue
		}
		end := len(l)
		if i := strings.IndexAny(l, "*.[<#"); i >= 0 {
			if strings.ContainsAny(l[i:], "*<") {
				continue // memory, which may be reached through other pointers
			}
			end = i
		}
		if !ids[l[:end]] {
			delete(p.env, l)
		}
	}
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
	b := p.block
	decided := p.Ends&c.T == 0 || p.Ends&c.F == 0
	for i, succ := range b.Succs {
		taken := i == 0
		q := p.clone()
		ends, tags := c.T, c.On
		if !taken {
			ends, tags = c.F, c.Off
		}
		q.Ends &= ends
		if q.Ends == 0 {
			continue
		}
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

// test returns how a boolean reads, given what is known of it.
func (w *Walk) test(v ssa.Value, a Abs) Abs {
	if w.Engine.Tests == nil || !ssaval.IsBool(v.Type()) {
		return a
	}
	if a.K != Bool {
		a = Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: a.On, Off: a.On}
	}
	return w.Engine.Tests(v, a)
}

// refine records what the outcome of a test says about the tested value.
func (w *Walk) refine(p *Path, cond ssa.Value, taken bool) {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op.String() == "!" {
			w.refine(p, c.X, !taken)
			return
		}
	case *ssa.BinOp:
		x, y := c.X, c.Y
		if isNilConst(x) {
			x, y = y, x
		}
		op := c.Op.String()
		if !isNilConst(y) || (op != "==" && op != "!=") {
			break
		}
		loc := w.names.loc(x)
		if loc == "" {
			return
		}
		old := w.eval(p, x)
		if (op == "==") == taken {
			p.env[loc] = Abs{K: Nil, On: old.On}
		} else if old.K == ErrIf {
			p.env[loc] = Abs{K: Err, Chain: old.Chain, Text: old.Text, On: old.On}
		} else if old.K == Top {
			p.env[loc] = Abs{K: NonNil, P: old.P, On: old.On}
		}
		w.writeBack(p, x, p.env[loc])
		return
	}
	// A plain boolean keeps its value.
	if loc := w.names.loc(cond); loc != "" {
		a := False
		if taken {
			a = True
		}
		p.env[loc] = a
		w.writeBack(p, cond, a)
	}
}

// writeBack refines the memory that v was loaded from.
func (w *Walk) writeBack(p *Path, v ssa.Value, a Abs) {
	if ld, ok := v.(*ssa.UnOp); ok && ld.Op.String() == "*" {
		if m := w.names.mem(p.env, ld.X); m != "" {
			if old, ok := p.env[m]; !ok || old.K == Top {
				p.env[m] = a
			}
		}
	}
}

// isNilConst reports whether v is nil; the zero value of a struct, which is
// nil to [ssaval.IsNil], has fields that tests can look at.
func isNilConst(v ssa.Value) bool { return ssaval.IsNil(v) && isNillable(v.Type()) }

func isNillable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return t.Underlying().(*types.Basic).Kind() == types.UntypedNil
	}
	return false
}

// liveIn computes the values live at the entry of each block.
func liveIn(fn *ssa.Function) map[*ssa.BasicBlock]map[ssa.Value]bool {
	in := make(map[*ssa.BasicBlock]map[ssa.Value]bool, len(fn.Blocks))
	for _, b := range fn.Blocks {
		in[b] = make(map[ssa.Value]bool)
	}
	var ops [8]*ssa.Value
	changed := true
	for changed {
		changed = false
		for i := len(fn.Blocks) - 1; i >= 0; i-- {
			b := fn.Blocks[i]
			live := make(map[ssa.Value]bool)
			for _, s := range b.Succs {
				edge := slices.Index(s.Preds, b)
				for v := range in[s] {
					live[v] = true
				}
				for _, instr := range s.Instrs {
					phi, ok := instr.(*ssa.Phi)
					if !ok {
						break
					}
					live[phi.Edges[edge]] = true
				}
			}
			for j := len(b.Instrs) - 1; j >= 0; j-- {
				instr := b.Instrs[j]
				if _, phi := instr.(*ssa.Phi); phi {
					continue // live in from the edge that is taken
				}
				if v, ok := instr.(ssa.Value); ok {
					delete(live, v)
				}
				for _, op := range instr.Operands(ops[:0]) {
					if *op != nil {
						live[*op] = true
					}
				}
			}
			// Phis are set on entry and live from then on.
			for _, instr := range b.Instrs {
				phi, ok := instr.(*ssa.Phi)
				if !ok {
					break
				}
				live[phi] = true
			}
			// A tuple stays while its components do, a conversion's operand
			// while the conversion does.
			for v := range live {
				for _, src := range sources(v) {
					live[src] = true
				}
			}
			if len(live) != len(in[b]) {
				in[b] = live
				changed = true
			}
		}
	}
	return in
}

// sources returns the values under whose location v is known.
func sources(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	for {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.MultiConvert:
			v = x.X
		default:
			return out
		}
		out = append(out, v)
	}
}

// CanBeTrue reports whether the boolean v can be true on p.
func (w *Walk) CanBeTrue(p *Path, v ssa.Value) bool {
	a := w.eval(p, v)
	return a.K != Bool || a.T&p.Ends != 0
}

// Value returns what p knows of v.
func (w *Walk) Value(p *Path, v ssa.Value) Abs { return w.eval(p, v) }
