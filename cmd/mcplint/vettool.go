package main

import (
	"flag"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/guard"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/stdunit"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// vettool speaks the protocol of go vet and go fix, for one unit. All of it is
// unitchecker's, -V=full above all: the go command caches by what that says.
func vettool() {
	collectLittle()
	unit := unit(os.Args[len(os.Args)-1])
	if unit.Standard() && unit.Export() == nil {
		return
	}
	mcplintconfig.Bind(flag.CommandLine)
	all := analyzers.All()
	// go vet prints neither the analyzer nor the category of a diagnostic.
	g := &guard.Guard{Prefix: true, Imported: true, FactsOnly: unit.VetxOnly}
	g.Install(all)
	unitchecker.Main(all...)
}

// unit returns what the go command says of the unit. What is wrong with the
// file is unitchecker's to say, and what is wrong with the source, too.
func unit(name string) *stdunit.Unit {
	if strings.HasSuffix(name, ".cfg") {
		if u, err := stdunit.Read(name); err == nil {
			return u
		}
	}
	return new(stdunit.Unit)
}
