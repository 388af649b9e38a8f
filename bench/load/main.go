// The load command does what a run of mcplint cannot do without. It finds the
// packages that its arguments name and hashes what a cache is asked by: what a
// run costs that has all its results already. With -types it loads the packages
// and all that they depend on from source as well, which is what staticcheck
// does from a cold cache, with an analyzer that does nothing. mcplint leaves out
// the standard library.
package main

import (
	"flag"
	"fmt"
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/config"
	"honnef.co/go/tools/go/loader"
	"honnef.co/go/tools/lintcmd/cache"
	"honnef.co/go/tools/lintcmd/runner"
)

func main() {
	types := flag.Bool("types", false, "type-check too")
	flag.Parse()
	load := list
	if *types {
		load = check
	}
	if err := load(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func list(patterns []string) error {
	_, err := loader.Graph(&packages.Config{Tests: true}, patterns...)
	return err
}

type fact struct{}

func (*fact) AFact() {}

func check(patterns []string) error {
	dir, err := os.MkdirTemp("", "load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c, err := cache.Open(dir)
	if err != nil {
		return err
	}
	r, err := runner.New(config.Config{}, c)
	if err != nil {
		return err
	}
	// Without facts the runner would leave out what the packages depend on.
	nothing := &analysis.Analyzer{
		Name: "nothing", Doc: "does nothing, with facts", FactTypes: []analysis.Fact{new(fact)},
		Run: func(*analysis.Pass) (any, error) { return nil, nil },
	}
	results, err := r.Run(&packages.Config{Tests: true}, []*analysis.Analyzer{nothing}, patterns)
	if err != nil {
		return err
	}
	for _, res := range results {
		if res.Failed {
			return fmt.Errorf("%s: %v", res.Package.ID, res.Errors)
		}
	}
	return nil
}
