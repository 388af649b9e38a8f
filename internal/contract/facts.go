// This file holds the facts.

package contract

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
)

// The words of the directive language.
type (
	// Effect says whether a tool is consequential.
	Effect = syntax.Effect
	// Path leads from a parameter to a value.
	Path = syntax.Path
	// Key names the value by which a server recognises a repetition.
	Key = syntax.Key
)

// The effects.
const (
	Unstated = syntax.Unstated
	Read     = syntax.Read
	Write    = syntax.Write
)

// A ContractFact is what the directives on one declaration say: a function or
// method (interface methods included), a constant or a variable. It is the
// same for the declaring package and, as a fact, for its importers.
type ContractFact struct {
	// Effect of the tool that the constant or variable names or that the
	// function calls.
	Effect Effect
	// Dedupes are the ways in which the server recognises a repetition,
	// sorted by key.
	Dedupes []Dedupes
	// NoEffect: true, or a match of the sentinel, proves that the earlier
	// attempt had no effect.
	NoEffect bool
	// Reconciles: the results without an error are the definitive outcome
	// of the earlier operation.
	Reconciles bool
	// Confirms: true says that a person decided.
	Confirms bool
	// Rederives: the function re-reads all state that notifications keep
	// fresh.
	Rederives bool
	// EventOrder: the server documents the format of its event ids, and the
	// function may parse them.
	EventOrder bool
	// Calls says that the function issues tools/call with these parameters.
	// There is at most one, except in conflicting contracts.
	Calls []Calls
	// Pos is the place of the first directive, "import/path/file.go:line".
	Pos string
}

// A Dedupes says that a repetition with the same key has one effect.
type Dedupes struct {
	Key      Key
	Window   time.Duration // for so long; 0 if the contract does not say
	Scope    string        // within so much; "" if the contract does not say
	Evidence string
}

func (d Dedupes) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "dedupes key=%s", d.Key)
	if d.Window > 0 {
		fmt.Fprintf(&b, " window=%s", d.Window)
	}
	if d.Scope != "" {
		fmt.Fprintf(&b, " scope=%s", d.Scope)
	}
	return b.String()
}

// Calls says which parameters of a function become the name and the arguments
// of its tools/call. Args may lead nowhere.
type Calls struct{ Name, Args Path }

func (c Calls) String() string {
	return fmt.Sprintf("calls name=%s args=%s", c.Name, c.Args)
}

// AFact marks ContractFact as a fact.
func (*ContractFact) AFact() {}

// String lists what is said, in a fixed order.
func (f *ContractFact) String() string {
	var parts []string
	if f.Effect != Unstated {
		parts = append(parts, f.Effect.String())
	}
	for _, d := range f.Dedupes {
		parts = append(parts, d.String())
	}
	for _, c := range f.Calls {
		parts = append(parts, c.String())
	}
	for _, flag := range []struct {
		set  bool
		name string
	}{
		{f.NoEffect, "noeffect"}, {f.Reconciles, "reconciles"}, {f.Confirms, "confirms"},
		{f.Rederives, "rederives"}, {f.EventOrder, "eventorder"},
	} {
		if flag.set {
			parts = append(parts, flag.name)
		}
	}
	return "contract(" + strings.Join(parts, "; ") + ")"
}

// A ToolContract says something of the tools whose name matches Pattern.
type ToolContract struct {
	Pattern string // an exact name for contracts on constants
	Effect  Effect
	Dedupes []Dedupes
	Pos     string // "import/path/file.go:line"
}

func (t ToolContract) String() string {
	parts := []string{}
	if t.Effect != Unstated {
		parts = append(parts, t.Effect.String())
	}
	for _, d := range t.Dedupes {
		parts = append(parts, d.String())
	}
	return fmt.Sprintf("%q: %s", t.Pattern, strings.Join(parts, "; "))
}

// A PackageFact is what a package says of tools by their name.
type PackageFact struct {
	// Clause holds the contracts on the package clause. They hold for calls
	// made in that package and through its functions.
	Clause []ToolContract
	// Values holds the contracts on constants. They hold for calls made in
	// that package and in those that import it directly.
	Values []ToolContract
}

// AFact marks PackageFact as a fact.
func (*PackageFact) AFact() {}

// String lists what is said, in a fixed order.
func (f *PackageFact) String() string {
	var parts []string
	for _, t := range f.Clause {
		parts = append(parts, "clause "+t.String())
	}
	for _, t := range f.Values {
		parts = append(parts, "value "+t.String())
	}
	return "contracts(" + strings.Join(parts, "; ") + ")"
}

// FactTypes returns the facts of this package, for the FactTypes of the one
// analyzer that exports them.
func FactTypes() []analysis.Fact {
	return []analysis.Fact{new(ContractFact), new(PackageFact)}
}
