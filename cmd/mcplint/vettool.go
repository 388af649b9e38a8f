package main

import (
	"encoding/json"
	"flag"
	"os"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/guard"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// vettool speaks the protocol of go vet and go fix, for one unit. All of it is
// unitchecker's, -V=full above all: the go command caches by what that says.
func vettool() {
	collectLittle()
	mcplintconfig.Bind(flag.CommandLine)
	all := analyzers.All()
	// go vet prints neither the analyzer nor the category of a diagnostic.
	g := &guard.Guard{Prefix: true, Imported: true, FactsOnly: factsOnly(os.Args)}
	g.Install(all)
	unitchecker.Main(all...)
}

// factsOnly reports whether the unit is a dependency, of which the go command
// wants facts and no diagnostics. What is wrong with the file is
// unitchecker's to say.
func factsOnly(args []string) bool {
	text, err := os.ReadFile(args[len(args)-1])
	if err != nil {
		return false
	}
	var unit struct{ VetxOnly bool } // of unitchecker.Config, whose rest takes longer
	return json.Unmarshal(text, &unit) == nil && unit.VetxOnly
}
