// The noop command is a tool for go vet that analyses nothing. Its analyzer
// declares facts, so go vet runs it on all dependencies, as it does with
// mcplint: what the two differ in is what mcplint costs.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

type fact struct{}

func (*fact) AFact() {}

func main() {
	unitchecker.Main(&analysis.Analyzer{
		Name:      "noop",
		Doc:       "does nothing, with facts",
		Run:       func(*analysis.Pass) (any, error) { return nil, nil },
		FactTypes: []analysis.Fact{new(fact)},
	})
}
