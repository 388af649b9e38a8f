package outcome

import (
	"go/token"
	"reflect"
	"testing"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// Ranges of statuses hold exactly the endings whose status is in them.
func TestStatusRanges(t *testing.T) {
	of := knowledge.Of
	for _, tt := range []struct {
		op      token.Token
		n       int64
		in, out knowledge.Endings
	}{
		{token.GEQ, 500, of(knowledge.StatusInternal, knowledge.StatusGatewayTimeout), of(knowledge.StatusNotFound, knowledge.Done)},
		{token.GEQ, 400, of(knowledge.StatusNotFound, knowledge.StatusUnavailable), of(knowledge.Done, knowledge.ToolError)},
		{token.LSS, 500, of(knowledge.StatusForbidden, knowledge.Done), of(knowledge.StatusBadGateway)},
		{token.GTR, 299, of(knowledge.StatusBadRequest), of(knowledge.Done)},
	} {
		m := knowledge.Match(rangeMatch(tt.op, tt.n, statusValues))
		if m.True&tt.in != tt.in {
			t.Errorf("status %v %d is not true for all of %v", tt.op, tt.n, tt.in.Slice())
		}
		if m.CanTrue()&tt.out != 0 {
			t.Errorf("status %v %d can be true for %v", tt.op, tt.n, (m.CanTrue() & tt.out).Slice())
		}
	}
}

// A success has status 200; a body that is lost had one, too.
func TestStatusIs(t *testing.T) {
	ok := statusIs(200)
	if ok.T&knowledge.Statuses != 0 || !ok.T.Has(knowledge.Done) || !ok.T.Has(knowledge.EOF) {
		t.Errorf("status 200 reads as true for %v", ok.T.Slice())
	}
	if gone := statusIs(404); !gone.T.Has(knowledge.StatusNotFound) || gone.T&knowledge.Of(knowledge.Done, knowledge.EOF, knowledge.StatusGatewayTimeout) != 0 {
		t.Errorf("status 404 reads as true for %v", gone.T.Slice())
	}
}

func TestJoin(t *testing.T) {
	marked := Abs{K: Err, Chain: true, Text: true, S: "a\nb"}
	if got := join(marked, Abs{K: Err, Chain: true, S: "b"}); got.S != "b" || !got.Chain || got.Text {
		t.Errorf("join of two errors is %+v", got)
	}
	if got := join(AttemptError, Abs{K: Nil}); got.K != ErrIf || got.T != knowledge.All || got.F != knowledge.All {
		t.Errorf("join of an error and nil is %+v", got)
	}
	if got := join(Abs{K: Int, N: 1}, Abs{K: Int, N: 3}); got.K != Top {
		t.Errorf("join of 1 and 3 is %+v", got)
	}
}

func TestVerbWraps(t *testing.T) {
	for _, tt := range []struct {
		format string
		i      int
		want   bool
	}{
		{"call: %w", 0, true},
		{"call %s: %w", 1, true},
		{"call %s: %w", 0, false},
		{"100%% of %v", 0, false},
		{"%+v %-10d %w", 2, true},
		{"%", 0, false},
	} {
		if got := verbWraps(tt.format, tt.i); got != tt.want {
			t.Errorf("verbWraps(%q, %d) = %v", tt.format, tt.i, got)
		}
	}
}

// A zero struct has zero fields, and a store forgets what was below.
func TestEnv(t *testing.T) {
	var e env
	e.put("t00*", Abs{K: Nil})
	e.put("t0*.1", Abs{K: Int, N: 4})
	e.put("t0*", Abs{K: Zero})
	before := e.clone()
	e.set("t0*.1", Abs{})
	if _, ok := e.at("t0*.1"); ok {
		t.Error("a value that is not known is still there")
	}
	e.copyTree("t0*", "t1*")
	if e.of("t1*").K != Zero {
		t.Error("the tree was not copied")
	}
	e.kill("t0")
	if _, ok := e.at("t0*"); ok {
		t.Error("memory below t0 is still there")
	}
	if _, ok := e.at("t00*"); !ok {
		t.Error("t00 is not below t0")
	}
	if before.of("t0*.1") != (Abs{K: Int, N: 4}) || before.key() == e.key() {
		t.Error("a copy took part in the changes")
	}
}

// A digest tells apart what differs in anything, order and borders included.
func TestDigest(t *testing.T) {
	seen := make(map[digest]string)
	for name, d := range map[string]digest{
		"nothing":       {},
		"a":             digest{}.withText("a"),
		"a with a zero": digest{}.withText("a\x00"),
		"a, b":          digest{}.withText("a").withText("b"),
		"b, a":          digest{}.withText("b").withText("a"),
		"ab, nothing":   digest{}.withText("ab").withText(""),
		"eight":         digest{}.withText("12345678"),
		"nine":          digest{}.withText("123456789"),
		"0":             digest{}.with(0),
		"0, 0":          digest{}.with(0).with(0),
		"1, 0":          digest{}.with(1).with(0),
		"0, 1":          digest{}.with(0).with(1),
	} {
		if other, ok := seen[d]; ok {
			t.Errorf("%s is %s", name, other)
		}
		seen[d] = name
	}
	each := []Abs{{K: Nil}, {T: 1}, {F: 1}, {N: 1}, {S: "x"}, {Perm: "x"}, {P: "x"}, {On: 1}, {Off: 1}, {Chain: true}, {Text: true}, {May: true}}
	if n := reflect.TypeFor[Abs]().NumField(); n != len(each) {
		t.Errorf("Abs has %d fields, and %d are told apart here", n, len(each))
	}
	for _, a := range append(each, Abs{}) {
		d := (&cell{loc: "t0", a: a}).digest()
		if other, ok := seen[d]; ok {
			t.Errorf("%+v is %s", a, other)
		}
		seen[d] = "another"
	}
}
