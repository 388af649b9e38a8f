package outcome

import (
	"testing"

	"golang.org/x/tools/go/ssa"
)

// What a function may ask is kept, in part, for the questions that findings come
// from.
func TestJudge(t *testing.T) {
	e, fn := &Engine{spent: make(map[*ssa.Function]int)}, new(ssa.Function)
	if !e.pay(fn, maxSolving) || e.pay(fn, 1) {
		t.Error("summaries may ask more, or less, than their part")
	}
	e.Judge()
	if !e.pay(fn, maxSpent-maxSolving-1) || e.pay(fn, 1) {
		t.Error("repetitions may ask more, or less, than what is left")
	}
}
