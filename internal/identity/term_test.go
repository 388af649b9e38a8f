package identity

import "testing"

func param(i int, path string) Term { return Term{Kind: Param, Index: i, Path: path} }

func TestSubst(t *testing.T) {
	body := Term{Kind: Compose, Name: "map", Sub: []Term{
		{Kind: Entry, Name: "room", Sub: []Term{param(1, "Room")}},
		{Kind: Entry, Name: "key", Sub: []Term{{Kind: Param, Fn: "f$1", Index: 0}}},
	}}
	got := body.Subst("", func(i int, path string) Term {
		return Term{Kind: Const, Name: `"` + path + `"`}
	})
	if room, _ := got.Field("room"); room.Name != `"Room"` {
		t.Errorf("the parameter was not replaced: %s", got.Key())
	}
	if key, _ := got.Field("key"); key.Kind != Param {
		t.Errorf("the parameter of another function was replaced: %s", got.Key())
	}
}

func TestConstant(t *testing.T) {
	if s, ok := (Term{Kind: Const, Name: `"book_room"`}).Constant(); !ok || s != "book_room" {
		t.Errorf("Constant() = %q, %v", s, ok)
	}
	for _, other := range []Term{{Kind: Const, Name: "3"}, param(0, ""), {Kind: Opaque}} {
		if _, ok := other.Constant(); ok {
			t.Errorf("%s is no string constant", other.Key())
		}
	}
}

func TestVaries(t *testing.T) {
	outside := Term{Kind: Mint, Name: "uuid.New"}
	inside := outside.Made(true)
	if outside.Varies().Fresh || !inside.Varies().Fresh {
		t.Error("a minted value is fresh if, and only if, it is made in each round")
	}
	if v := (Term{Kind: Compose, Sub: []Term{{Kind: Data}}}).Varies(); !v.Data || v.Carried {
		t.Errorf("an element varies as %+v", v)
	}
}

// Terms that are built from the same parts in another order of discovery have
// the same key.
func TestUnionKey(t *testing.T) {
	a, b := Term{Kind: Const, Name: "1"}, param(2, "")
	if x, y := union([]Term{a, b}).Key(), union([]Term{b, a, a}).Key(); x != y {
		t.Errorf("%s and %s differ", x, y)
	}
}
