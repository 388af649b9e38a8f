package standalone

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/go/loader"
	"honnef.co/go/tools/lintcmd/cache"
)

// factless answers the runner for dependencies that have no facts, whatever is
// in them, so that it neither parses nor type-checks them: half of what a
// client depends on is the standard library. The runner has no switch for
// that, but it asks the cache before it does anything, and an empty entry says
// that a package has been analysed and has no facts.
//
// What the entries are called is the runner's own affair, and is worked out
// here as it does it. Were it to change, the entries would not be asked for,
// and the packages analysed: slower, and with the same findings. TestFactless
// would tell.
type factless struct {
	has       func(pkg string) bool // nil if there are none
	cfg       *packages.Config
	patterns  []string
	analyzers []*analysis.Analyzer
	goVersion string // of the runner

	once sync.Once // at the first entry that is missing: a warm run needs none
	ids  map[cache.ActionID]bool
}

// covers reports whether id is that of the facts of such a package.
func (f *factless) covers(c *cache.DiskCache, id cache.ActionID) bool {
	if f.has == nil {
		return false
	}
	f.once.Do(func() { f.ids = f.find(c) })
	return f.ids[id]
}

// find lists the packages once more and names their entries. It has no errors:
// what it cannot find is analysed.
func (f *factless) find(c *cache.DiskCache) map[cache.ActionID]bool {
	none, err := emptyHash(c)
	if err != nil {
		return nil
	}
	specs, err := loader.Graph(f.cfg, f.patterns...)
	if err != nil {
		return nil
	}
	names := analyzerNames(f.analyzers)
	ids := make(map[cache.ActionID]bool)
	seen := make(map[*loader.PackageSpec]bool)
	var visit func(p *loader.PackageSpec)
	visit = func(p *loader.PackageSpec) {
		if seen[p] {
			return
		}
		seen[p] = true
		alone := f.has(p.PkgPath) // and so is what it imports
		for _, imp := range p.Imports {
			visit(imp)
			alone = alone && f.has(imp.PkgPath)
		}
		if alone && len(p.Errors) == 0 {
			ids[cache.Subkey(f.action(p, names, none), "vetx")] = true
		}
	}
	for _, p := range specs {
		visit(p)
	}
	return ids
}

// action is the name of what the runner does with a package whose imports have
// no facts, as runner.subrunner.do has it.
func (f *factless) action(p *loader.PackageSpec, analyzers string, none [cache.HashSize]byte) cache.ActionID {
	h := cache.NewHash("staticcheck " + p.PkgPath)
	cfg := p.Config
	cfg.Checks = nil
	fmt.Fprintf(h, "cfg %#v\n", cfg)
	fmt.Fprintf(h, "pkg %x\n", p.Hash)
	fmt.Fprintf(h, "analyzers %s\n", analyzers)
	fmt.Fprintf(h, "go %s\n", f.goVersion)
	fmt.Fprintf(h, "env godebug %q\n", os.Getenv("GODEBUG"))
	var imports []*loader.PackageSpec
	for _, imp := range p.Imports {
		imports = append(imports, imp)
	}
	slices.SortFunc(imports, func(a, b *loader.PackageSpec) int { return strings.Compare(a.ID, b.ID) })
	for _, imp := range imports {
		fmt.Fprintf(h, "vetout %q %x\n", imp.PkgPath, none)
	}
	return cache.ActionID(h.Sum())
}

// analyzerNames returns the names of the analyzers and of all that they
// require.
func analyzerNames(analyzers []*analysis.Analyzer) string {
	seen := make(map[*analysis.Analyzer]bool)
	var names []string
	var visit func(list []*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if !seen[a] {
				seen[a] = true
				names = append(names, a.Name)
				visit(a.Requires)
			}
		}
	}
	visit(analyzers)
	slices.Sort(names)
	return strings.Join(names, ",")
}

// emptyHash puts nothing into the cache and returns the hash of the file.
func emptyHash(c *cache.DiskCache) ([cache.HashSize]byte, error) {
	out, _, err := c.Put(cache.NewHash("no facts").Sum(), bytes.NewReader(nil))
	if err != nil {
		return [cache.HashSize]byte{}, err
	}
	return cache.FileHash(c.OutputFile(out))
}
