// Package standalone runs analyzers over package patterns, on the runner and
// the on-disk cache of honnef.co/go/tools. That library promises no stable
// API; this package is the only one of the command that imports it.
package standalone

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/config"
	"honnef.co/go/tools/go/loader"
	"honnef.co/go/tools/lintcmd/runner"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/guard"
)

// Options say what to analyse and how.
type Options struct {
	Dir       string   // absolute; where patterns and go.mod are looked up
	Patterns  []string // as the go command understands them
	Tags      string   // build tags
	Tests     bool     // test files too
	Analyzers []*analysis.Analyzer
	// Settings are all that the findings depend on besides the source and
	// this binary, in canonical form.
	Settings string
	// Factless, if not nil, reports whether a package has no facts, whatever is
	// in it, and neither has what it imports. Such a dependency is not loaded.
	Factless func(pkg string) bool
	// Guard wraps the analyzers. Run sets its OnIncident.
	Guard *guard.Guard
	// Measure, if not nil, is told how long an analyzer took on a package.
	Measure func(analyzer, pkg string, d time.Duration)
	// Progress, if not nil, is called from time to time with the number of
	// packages analysed so far and in total.
	Progress func(done, total int)
}

// Run analyses. The error says that nothing could be analysed because of the
// machine: the cache or the go command. Everything else is in the report.
func Run(o Options) (*finding.Report, error) {
	if fi, err := os.Stat(o.Dir); err != nil {
		return nil, err
	} else if !fi.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", o.Dir)
	}
	c, err := openCache(o.Settings)
	if err != nil {
		return nil, err
	}
	defer c.Close()

	var mu sync.Mutex
	var incidents []guard.Incident
	o.Guard.IgnoredFiles = newIgnored(o.Tags).files
	o.Guard.OnIncident = func(in guard.Incident) {
		c.taint()
		mu.Lock()
		incidents = append(incidents, in)
		mu.Unlock()
	}
	results, err := run(o, c, o.env(), "")
	if err == nil && brokenByConfig(results) {
		// The rare case has its price: the second run does not know the
		// language version that each go.mod states.
		results, err = run(o, c, withoutConfig(o.env()), toolchainVersion())
	}
	if err != nil {
		return nil, fmt.Errorf("cannot load packages: %w", err)
	}
	report, err := collect(o, results)
	if err != nil {
		return nil, err
	}
	for _, in := range incidents {
		report.Problems = append(report.Problems, finding.Problem{
			Kind:    finding.Incident,
			Pos:     position(in.Pos),
			Package: in.Package,
			Message: in.Message,
		})
	}
	report.Sort()
	return report, nil
}

func (o *Options) env() []string { return os.Environ() }

// run is one run of honnef's runner.
func run(o Options, c *volatileCache, env []string, goVersion string) ([]runner.Result, error) {
	r, err := runner.New(config.Config{}, c)
	if err != nil {
		return nil, err
	}
	r.GoVersion = goVersion
	if o.Measure != nil {
		var mu sync.Mutex
		r.Stats.PrintAnalyzerMeasurement = func(a *analysis.Analyzer, p *loader.PackageSpec, d time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			o.Measure(a.Name, p.ID, d)
		}
	}
	if o.Progress != nil {
		stop := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			tick := time.NewTicker(200 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-stop:
					return
				case <-tick.C:
					if r.Stats.State() == runner.StateProcessing {
						o.Progress(r.Stats.ProcessedPackages(), r.Stats.TotalPackages())
					}
				}
			}
		})
		defer wg.Wait()
		defer close(stop)
	}
	cfg := &packages.Config{Dir: o.Dir, Tests: o.Tests, Env: env}
	// Results hold absolute file names and are cached by build id. With
	// -trimpath the build id is that of every copy of the module on this
	// machine, and a copy would be told the file names of another.
	if external := os.Getenv("GOPACKAGESDRIVER"); external == "" || external == "off" {
		cfg.BuildFlags = append(cfg.BuildFlags, "-trimpath=false")
	}
	if o.Tags != "" {
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+o.Tags)
	}
	c.facts = &factless{has: o.Factless, cfg: cfg, patterns: o.Patterns, analyzers: o.Analyzers, goVersion: goVersion}
	return r.Run(cfg, o.Analyzers, o.Patterns)
}

// collect turns results into a report.
func collect(o Options, results []runner.Result) (*finding.Report, error) {
	// The runner returns them in random order. A package comes before its
	// test variants, "p" before "p [p.test]".
	slices.SortFunc(results, func(a, b runner.Result) int { return strings.Compare(a.Package.ID, b.Package.ID) })
	report := &finding.Report{Names: map[string]string{}}
	m := merger{seen: map[site]bool{}, dirs: map[string]string{}, root: above(o.Dir, "go.mod")}
	initial := 0
	for _, res := range results {
		report.Names[res.Package.PkgPath] = res.Package.Name
		if files := res.Package.CompiledGoFiles; len(files) > 0 {
			m.dirs[res.Package.PkgPath] = filepath.Dir(files[0])
		}
	}
	for _, res := range results {
		if res.Initial {
			initial++
		}
		switch {
		case res.Failed:
			report.Problems = append(report.Problems, failures(o.Dir, res)...)
		case res.Skipped:
			report.Problems = append(report.Problems, finding.Problem{
				Kind: finding.Skipped, Package: res.Package.PkgPath,
				Message: "package " + res.Package.PkgPath + " is not analysed: a file is too large",
			})
		case isTestMain(res.Package):
			// The go command has written it; go vet leaves it out too.
		case res.Initial:
			report.Packages = append(report.Packages, res.Package.PkgPath)
			data, err := res.Load()
			if err != nil {
				return nil, fmt.Errorf("cannot read the cached result of %s: %w (remove the cache directory and run again)", res.Package.ID, err)
			}
			findings, incidents := m.add(res.Package, data.Diagnostics)
			report.Findings = append(report.Findings, findings...)
			report.Problems = append(report.Problems, incidents...)
		}
	}
	if initial == 0 {
		report.Problems = append(report.Problems, finding.Problem{
			Kind:    finding.Compile,
			Message: fmt.Sprintf("%s matched no packages", strings.Join(o.Patterns, " ")),
		})
	}
	explain(o, report)
	return report, nil
}

// isTestMain reports whether the package is the main package of a test. Its
// one file is in the cache of the go command, under a name that is a hash.
func isTestMain(p *loader.PackageSpec) bool {
	return strings.HasSuffix(p.ID, ".test") && len(p.CompiledGoFiles) == 1 && filepath.Ext(p.CompiledGoFiles[0]) != ".go"
}

// toAbs makes a file name of the go command absolute.
func toAbs(dir, file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}
