package ssaval

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"
)

func TestNamed(t *testing.T) {
	var got []string
	for n := range Named(build(t).Pkg) {
		got = append(got, n.Obj().Name())
	}
	if !slices.IsSorted(got) || !slices.Contains(got, "inner") || slices.Contains(got, "order") {
		t.Errorf("types are %v", got)
	}
	for range Named(build(t).Pkg) {
		break // and no panic
	}
}

func TestInstructions(t *testing.T) {
	pkg := build(t)
	fn := pkg.Func("order")
	all := slices.Collect(Instructions(fn))
	n := 0
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 || n >= len(all) || all[n] != b.Instrs[0] {
			t.Fatalf("block %d does not follow the one before", b.Index)
		}
		n += len(b.Instrs)
	}
	if n != len(all) {
		t.Errorf("%d instructions, want %d", len(all), n)
	}
	for range Instructions(fn) {
		break // and no panic
	}

	values, stores := 0, 0
	for _, instr := range all {
		switch instr.(type) {
		case ssa.Value:
			values++
		case *ssa.Store:
			stores++
		}
	}
	if got := len(slices.Collect(All[ssa.Value](fn))); got != values || values == 0 {
		t.Errorf("%d values, want %d", got, values)
	}
	if got := len(slices.Collect(All[*ssa.Store](fn))); got != stores {
		t.Errorf("%d stores, want %d", got, stores)
	}
	cs := calls(fn)
	for c := range All[*ssa.Call](fn) {
		if c != cs[0] {
			t.Errorf("%v is not the first call", c)
		}
		break
	}

	for i, c := range cs {
		before := slices.Collect(Before(c))
		for j, o := range cs {
			if got, want := slices.Contains(before, ssa.Instruction(o)), Precedes(o, c); got != want {
				t.Errorf("call %d is before call %d: %t, want %t", j, i, got, want)
			}
		}
	}

	rets := slices.Collect(Returns(fn))
	if want := slices.Collect(All[*ssa.Return](fn)); !slices.Equal(rets, want) || len(rets) == 0 {
		t.Errorf("returns are %v, want %v", rets, want)
	}
	if got := slices.Collect(Instructions(pkg.Prog.ImportedPackage("strconv").Func("Itoa"))); got != nil {
		t.Errorf("a function without a body has %v", got)
	}
}
