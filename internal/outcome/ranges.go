// This file says for which endings a status or a code is in a range.

package outcome

import (
	"go/token"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A valueSet is the codes, or the statuses, that the tables of endings know by
// their number.
type valueSet struct {
	values []int64
	match  func(int64) knowledge.Match
	rest   knowledge.Ending // the ending of all other values
	lo, hi int64            // the least and the greatest that there can be
}

var statusValues = valueSet{
	values: []int64{400, 401, 403, 404, 405, 408, 429, 500, 502, 503, 504},
	match:  func(n int64) knowledge.Match { return knowledge.Status(n) },
	rest:   knowledge.StatusOther,
	lo:     300, hi: 599,
}

var codeValues = valueSet{
	values: []int64{-32600, -32601, -32602, -32020, -32021, -32022, -32042, -32003, -32004, -32005},
	match:  func(n int64) knowledge.Match { return knowledge.Code(n) },
	rest:   knowledge.CodeOther,
	lo:     -32700, hi: 100000,
}

type match knowledge.Match

func (m match) and(n match) match {
	t := m.True & n.True
	return match{True: t, May: ((m.True | m.May) & (n.True | n.May)) &^ t}
}

// rangeMatch says for which endings a status or code stands in relation op to
// n. A success has status 200 and no code.
func rangeMatch(op token.Token, n int64, set valueSet) match {
	holds := func(v int64) bool {
		switch op {
		case token.LSS:
			return v < n
		case token.LEQ:
			return v <= n
		case token.GTR:
			return v > n
		case token.GEQ:
			return v >= n
		}
		return v == n
	}
	var m match
	for _, v := range set.values {
		if holds(v) {
			vm := set.match(v)
			m.True |= vm.True
			m.May |= vm.May
		}
	}
	lo, hi := holds(set.lo), holds(set.hi)
	// Values between the listed ones.
	some := lo || hi
	for v := max(n-1, set.lo); v <= min(n+1, set.hi); v++ {
		some = some || holds(v)
	}
	rest := knowledge.Of(set.rest)
	if lo && hi && (op == token.LSS && n > set.hi || op == token.GTR && n < set.lo || op == token.LEQ && n >= set.hi || op == token.GEQ && n <= set.lo) {
		m.True |= rest
	} else if some {
		m.May |= rest
	}
	if set.rest == knowledge.StatusOther {
		ok := knowledge.Of(knowledge.Done, knowledge.ToolError) | knowledge.Codes | knowledge.Lost | knowledge.Of(knowledge.NoResponse)
		if holds(200) {
			m.True |= ok
		}
	}
	m.May &^= m.True
	return m
}
