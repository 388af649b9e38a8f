// Command golangci is golangci-lint with mcplint built in. It is what
// "golangci-lint custom" makes of .custom-gcl.example.yml, without cloning a
// repository and with the versions that go.mod names.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/mcprecovery/mcplint/analyzers/plugin" // registers itself
)

func main() {
	if err := commands.Execute(build()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}

// build says which golangci-lint this is. "config verify" takes the schema of
// that version.
func build() commands.BuildInfo {
	info := commands.BuildInfo{GoVersion: runtime.Version(), Version: "unknown", Commit: "mcplint", Date: "unknown"}
	if b, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range b.Deps {
			if dep.Path == "github.com/golangci/golangci-lint/v2" {
				info.Version = dep.Version
			}
		}
	}
	return info
}
