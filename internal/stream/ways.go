// This file keeps the ways of a flow, sorted by where they begin: a large package
// has a hundred thousand.

package stream

// A madeWay leads from one place to another.
type madeWay struct {
	from, to Place
	kind     Kind
}

// A way leads to a place from the one that it is asked for at.
type way struct {
	to   Place
	kind Kind
}

// ways holds the ways from each place, in the order in which they were made.
type ways struct {
	ids   map[Place]int32 // of the places
	start []int32         // by id: where the place's ways begin, and one more
	list  []way
}

// at returns the ways from p.
func (w ways) at(p Place) []way {
	id, ok := w.ids[p]
	if !ok {
		return nil
	}
	return w.list[w.start[id]:w.start[id+1]]
}

// settle sorts the ways that were made, once all of them are.
func (f *Flow) settle() {
	ids := make(map[Place]int32)
	id := func(p Place) int32 {
		n, ok := ids[p]
		if !ok {
			n = int32(len(ids))
			ids[p] = n
		}
		return n
	}
	ends := make([][2]int32, len(f.made))
	for i, w := range f.made {
		ends[i] = [2]int32{id(w.from), id(w.to)}
	}
	f.out = sorted(ids, len(f.made), func(i int) (int32, way) { return ends[i][0], way{f.made[i].to, f.made[i].kind} })
	f.in = sorted(ids, len(f.made), func(i int) (int32, way) { return ends[i][1], way{f.made[i].from, f.made[i].kind} })
	f.made = nil
}

// sorted counts the ways of each place and puts them behind each other.
func sorted(ids map[Place]int32, n int, nth func(int) (int32, way)) ways {
	w := ways{ids: ids, start: make([]int32, len(ids)+1), list: make([]way, n)}
	for i := range n {
		at, _ := nth(i)
		w.start[at+1]++
	}
	for i := range len(ids) {
		w.start[i+1] += w.start[i]
	}
	next := make([]int32, len(ids))
	copy(next, w.start)
	for i := range n {
		at, way := nth(i)
		w.list[next[at]] = way
		next[at]++
	}
	return w
}
