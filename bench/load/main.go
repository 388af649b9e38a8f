// The load command finds the packages that its arguments name and hashes what
// a cache is asked by, as staticcheck and mcplint do before anything else. It
// is what a run costs that has all its results already.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/go/loader"
)

func main() {
	if err := load(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func load(patterns []string) error {
	_, err := loader.Graph(&packages.Config{Tests: true}, patterns...)
	return err
}
