// The bench command measures what mcplint costs.
//
// It compares go vet with mcplint as its tool to go vet with a tool that does
// nothing but declares facts, on a module with much MCP code and on one with
// none, and measures the standalone command. See README.md.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

func main() {
	runs := flag.Int("runs", 7, "how often each measurement is repeated")
	only := flag.String("only", "", "measure only the subject of this `name`: mcp, plain or large (which nothing else measures)")
	others := flag.Bool("peers", false, "compare the standalone command with other analyzers too")
	growth := flag.Bool("growth", false, "measure parts of the subject too, once")
	baseline := flag.String("baseline", "", "fail if a figure is more than 15 % above that in this `file`")
	update := flag.Bool("update", false, "write the figures to the baseline instead")
	flag.Parse()
	if flag.NArg() > 0 || *runs < 1 || *update && *baseline == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := bench(os.Stdout, options{*runs, *only, *others, *growth, *baseline, *update}); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are what the flags say.
type options struct {
	runs          int
	only          string
	peers, growth bool
	baseline      string
	update        bool
}

func bench(out io.Writer, o options) (err error) {
	known := make(map[string]figures)
	if o.baseline != "" && !o.update {
		// Before anything is measured, since that takes long.
		if known, err = readBaseline(o.baseline); err != nil {
			return err
		}
	}
	tmp, err := os.MkdirTemp("", "mcplint-bench-")
	if err != nil {
		return err
	}
	defer func() {
		if e := os.RemoveAll(tmp); err == nil {
			err = e
		}
	}()
	tools, err := build(tmp)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %s/%s, GOMAXPROCS=%s, %d runs\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, maxProcs, o.runs)
	measured := make(map[string]figures)
	for _, s := range subjects {
		if o.only == "" && s.large || o.only != "" && s.name != o.only {
			continue
		}
		dir, err := s.prepare(tmp)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(out, "\n%s: %s@%s %s\n", s.name, s.module, s.version, s.patterns)
		vet, err := compare(out, tools, dir, s, o.runs)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		alone, err := standalone(out, tools, dir, s, o.runs)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if o.peers {
			if err := comparePeers(out, tools, dir, s, o.runs); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		if o.growth {
			if err := grow(out, tools, dir, s); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		measured[s.name] = figures{
			Vet: vet.ratio, VetMB: vet.mb, Standalone: alone.ratio, StandaloneMB: alone.mb,
		}
	}
	switch {
	case len(measured) == 0:
		return fmt.Errorf("no subject %q", o.only)
	case o.update:
		return writeBaseline(o.baseline, measured)
	case o.baseline != "":
		return compareBaseline(measured, known)
	}
	return nil
}

// toolset holds the executables to measure.
type toolset struct {
	dir           string // where copies go
	mcplint, noop string
	load          string // does no more than to load the packages
}

func build(tmp string) (toolset, error) {
	root, err := moduleRoot()
	if err != nil {
		return toolset{}, err
	}
	t := toolset{dir: tmp, mcplint: filepath.Join(tmp, "mcplint"), noop: filepath.Join(tmp, "noop"), load: filepath.Join(tmp, "load")}
	for bin, pkg := range map[string]string{t.mcplint: "./cmd/mcplint", t.noop: "./bench/noop", t.load: "./bench/load"} {
		if err := goBuild(root, bin, pkg); err != nil {
			return toolset{}, err
		}
	}
	return t, nil
}

// goBuild builds the package pkg of the module in dir.
func goBuild(dir, exe, pkg string) error {
	cmd := exec.Command("go", "build", "-o", exe, pkg)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s in %s: %w\n%s", pkg, dir, err, msg)
	}
	return nil
}

// moduleRoot returns the root of this repository.
func moduleRoot() (string, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/mcprecovery/mcplint").Output()
	if err != nil {
		return "", fmt.Errorf("finding the root of the module: %w", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// compare measures go vet with both tools in turn, each time from a cold vet
// cache and a warm build cache. It returns the medians of mcplint.
func compare(out io.Writer, tools toolset, dir string, s subject, runs int) (summary, error) {
	var noop, lint, ratios, memory []float64
	peak := int64(0)
	// The first round compiles what the subject depends on, and is dropped.
	for run := range runs + 1 {
		pair := []struct {
			tool string
			to   *[]float64
		}{{tools.noop, &noop}, {tools.mcplint, &lint}}
		if run%2 == 1 { // neither tool always goes first
			pair[0], pair[1] = pair[1], pair[0]
		}
		for _, p := range pair {
			u, err := vet(tools, p.tool, dir, s)
			if err != nil {
				return summary{}, err
			}
			if run == 0 {
				continue
			}
			*p.to = append(*p.to, u.cpu.Seconds())
			if p.tool == tools.mcplint {
				peak = max(peak, u.rss)
				memory = append(memory, float64(u.rss>>20))
			}
		}
		if run > 0 {
			ratios = append(ratios, lint[run-1]/noop[run-1])
		}
	}
	fmt.Fprintf(out, "  go vet, no-op    CPU %s s\n", spread(noop))
	fmt.Fprintf(out, "  go vet, mcplint  CPU %s s, largest process %d MB\n", spread(lint), peak>>20)
	fmt.Fprintf(out, "  ratio            %.3f of the medians, pairwise %s\n", median(lint)/median(noop), spread(ratios))
	return summary{median(ratios), int64(median(memory))}, nil
}

// standalone measures the command by itself, from a cold cache and from the
// cache that this leaves. It returns the figures of the former.
func standalone(out io.Writer, tools toolset, dir string, s subject, runs int) (summary, error) {
	var cold, warm, loading, overLoading, typed, overTyped, ratios, memory []float64
	var coldPeak, warmPeak int64
	for round := range runs + 1 {
		cache, err := os.MkdirTemp(tools.dir, "cache-")
		if err != nil {
			return summary{}, err
		}
		// Right before, so that both find the machine in the same mood.
		noop, err := vet(tools, tools.noop, dir, s)
		if err != nil {
			return summary{}, err
		}
		first, err := lint(tools, cache, dir, s)
		if err != nil {
			return summary{}, err
		}
		second, err := lint(tools, cache, dir, s)
		if err != nil {
			return summary{}, err
		}
		load, err := run(dir, nil, 0, append([]string{tools.load}, s.patterns...)...)
		if err != nil {
			return summary{}, err
		}
		types, err := run(dir, nil, 0, append([]string{tools.load, "-types"}, s.patterns...)...)
		if err != nil {
			return summary{}, err
		}
		if err := os.RemoveAll(cache); err != nil {
			return summary{}, err
		}
		if round == 0 {
			continue // it filled the build cache
		}
		cold, warm = append(cold, first.cpu.Seconds()), append(warm, second.cpu.Seconds())
		loading, overLoading = append(loading, load.cpu.Seconds()), append(overLoading, second.cpu.Seconds()/load.cpu.Seconds())
		typed, overTyped = append(typed, types.cpu.Seconds()), append(overTyped, first.cpu.Seconds()/types.cpu.Seconds())
		ratios, memory = append(ratios, first.cpu.Seconds()/noop.cpu.Seconds()), append(memory, float64(first.rss>>20))
		coldPeak, warmPeak = max(coldPeak, first.rss), max(warmPeak, second.rss)
	}
	fmt.Fprintf(out, "  standalone, cold CPU %s s, peak %d MB\n", spread(cold), coldPeak>>20)
	fmt.Fprintf(out, "  standalone, warm CPU %s s, peak %d MB\n", spread(warm), warmPeak>>20)
	fmt.Fprintf(out, "  loading and type-checking alone CPU %s s; cold run by run %s of it\n", spread(typed), spread(overTyped))
	fmt.Fprintf(out, "  loading alone    CPU %s s; warm run by run %s of it\n", spread(loading), spread(overLoading))
	return summary{median(ratios), int64(median(memory))}, nil
}
