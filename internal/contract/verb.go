// This file is the table of directives.

package contract

import "slices"

// Rules are the names that //mcplint:ignore may name, sorted: the analyzers
// of the suite.
var Rules = []string{
	"contract", "eramix", "erafallback", "eventcursor", "freshkey", "hinttrust",
	"httpretry", "inputrequired", "intentlog", "lookupmiss", "lostoutcome",
	"requestid", "resumegap", "retrybudget", "retrydelay", "retrywrite",
	"rpckey", "sessionloss", "sharedkey", "taskredo",
}

// A target is a kind of thing that a directive can stand on.
type target uint8

const (
	onNothing target = iota
	onPackage
	onConst
	onVar
	onFunc   // a function or method with a declaration of its own
	onMethod // a method of an interface
	onType
	onField
	onImport
	onEmbedded
)

func (t target) String() string {
	return [...]string{
		"no declaration", "a package clause", "a constant", "a variable", "a function",
		"an interface method", "a type", "a struct field", "an import", "an embedded interface",
	}[t]
}

// A verb is what a directive says, and its grammar.
type verb struct {
	name string
	// keys are the key=value words it knows, needs those it cannot do
	// without (tool= is asked for on a package clause only).
	keys, needs []string
	// because is what the evidence has to show; "" if none is required.
	because string
	on      []target
	// place says in words what it stands on.
	place string
}

var (
	toolTargets = []target{onPackage, onConst, onVar, onFunc, onMethod}
	funcTargets = []target{onFunc, onMethod}
)

const (
	toolPlace = "a constant or variable that names a tool, a function that calls it, or a package clause"
	funcPlace = "a function or interface method"
)

var verbs = []verb{
	{name: "read", keys: []string{"tool"}, because: "why the tool has no consequential effect",
		on: toolTargets, place: toolPlace},
	{name: "write", keys: []string{"tool"},
		on: toolTargets, place: toolPlace},
	{name: "dedupes", keys: []string{"key", "window", "scope", "tool"}, needs: []string{"key"},
		because: "where the server promises that a repetition with the same key has one effect",
		on:      toolTargets, place: toolPlace},
	{name: "noeffect", because: "why it proves that the earlier attempt had no effect",
		on: []target{onFunc, onMethod, onVar}, place: "a function that returns bool or a sentinel error variable"},
	{name: "reconciles", because: "why its answer is the definitive outcome of the earlier operation",
		on: funcTargets, place: funcPlace},
	{name: "confirms",
		on: funcTargets, place: "a function that returns bool"},
	{name: "rederives",
		on: funcTargets, place: funcPlace},
	{name: "eventorder", because: "where the server documents the format of its event ids",
		on: funcTargets, place: "a function of two event ids"},
	{name: "calls", keys: []string{"name", "args"}, needs: []string{"name"},
		on: funcTargets, place: funcPlace},
	{name: "ignore"},
}

func verbOf(name string) *verb {
	for i := range verbs {
		if verbs[i].name == name {
			return &verbs[i]
		}
	}
	return nil
}

func verbNames() []string {
	names := make([]string, len(verbs))
	for i, v := range verbs {
		names[i] = v.name
	}
	return names
}

// nearest returns the candidate that s most probably was meant to be, or "".
func nearest(s string, candidates []string) string {
	best, least := "", 3
	for _, c := range candidates {
		// Two slips are too many for a short word.
		if d := distance(s, c); d < least && d*3 <= len(c) {
			best, least = c, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b.
func distance(a, b string) int {
	if len(a) > 32 { // no name is that long
		return len(a)
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur, prev, prev2 := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}

func (v *verb) stands(t target) bool { return slices.Contains(v.on, t) }
