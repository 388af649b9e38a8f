package main

import (
	"flag"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/guard"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// vettool speaks the protocol of go vet and go fix, for one unit. All of it is
// unitchecker's, -V=full above all: the go command caches by what that says.
func vettool() {
	mcplintconfig.Bind(flag.CommandLine)
	all := analyzers.All()
	// go vet prints neither the analyzer nor the category of a diagnostic.
	g := &guard.Guard{Prefix: true, Imported: true}
	g.Install(all)
	unitchecker.Main(all...)
}
