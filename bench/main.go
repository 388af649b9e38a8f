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
	only := flag.String("only", "", "measure only the subject of this `name`: mcp or plain")
	flag.Parse()
	if flag.NArg() > 0 || *runs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := bench(os.Stdout, *runs, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(out io.Writer, runs int, only string) (err error) {
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
	fmt.Fprintf(out, "%s, %s/%s, GOMAXPROCS=%s, %d runs\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, maxProcs, runs)
	known := false
	for _, s := range subjects {
		if only != "" && s.name != only {
			continue
		}
		known = true
		dir, err := s.prepare(tmp)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(out, "\n%s: %s@%s %s\n", s.name, s.module, s.version, s.patterns)
		if err := compare(out, tools, dir, s, runs); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := standalone(out, tools, dir, s, runs); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	if !known {
		return fmt.Errorf("no subject %q", only)
	}
	return nil
}

// toolset holds the executables to measure.
type toolset struct {
	dir           string // where copies go
	mcplint, noop string
}

func build(tmp string) (toolset, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/mcprecovery/mcplint").Output()
	if err != nil {
		return toolset{}, fmt.Errorf("finding the root of the module: %w", err)
	}
	t := toolset{dir: tmp, mcplint: filepath.Join(tmp, "mcplint"), noop: filepath.Join(tmp, "noop")}
	for bin, pkg := range map[string]string{t.mcplint: "./cmd/mcplint", t.noop: "./bench/noop"} {
		cmd := exec.Command("go", "build", "-o", bin, pkg)
		cmd.Dir = strings.TrimSpace(string(root))
		if msg, err := cmd.CombinedOutput(); err != nil {
			return toolset{}, fmt.Errorf("building %s: %w\n%s", pkg, err, msg)
		}
	}
	return t, nil
}

// compare measures go vet with both tools in turn, each time from a cold vet
// cache and a warm build cache.
func compare(out io.Writer, tools toolset, dir string, s subject, runs int) error {
	var noop, lint, ratios []float64
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
				return err
			}
			if run == 0 {
				continue
			}
			*p.to = append(*p.to, u.cpu.Seconds())
			if p.tool == tools.mcplint {
				peak = max(peak, u.rss)
			}
		}
		if run > 0 {
			ratios = append(ratios, lint[run-1]/noop[run-1])
		}
	}
	fmt.Fprintf(out, "  go vet, no-op    CPU %s s\n", spread(noop))
	fmt.Fprintf(out, "  go vet, mcplint  CPU %s s, largest process %d MB\n", spread(lint), peak>>20)
	fmt.Fprintf(out, "  ratio            %.3f of the medians, pairwise %s\n", median(lint)/median(noop), spread(ratios))
	return nil
}

// standalone measures the command by itself, from a cold cache and from the
// cache that this leaves.
func standalone(out io.Writer, tools toolset, dir string, s subject, runs int) error {
	var cold, warm []float64
	var coldPeak, warmPeak int64
	for run := range runs + 1 {
		cache, err := os.MkdirTemp(tools.dir, "cache-")
		if err != nil {
			return err
		}
		first, err := lint(tools, cache, dir, s)
		if err != nil {
			return err
		}
		second, err := lint(tools, cache, dir, s)
		if err != nil {
			return err
		}
		if err := os.RemoveAll(cache); err != nil {
			return err
		}
		if run == 0 {
			continue // it filled the build cache
		}
		cold, warm = append(cold, first.cpu.Seconds()), append(warm, second.cpu.Seconds())
		coldPeak, warmPeak = max(coldPeak, first.rss), max(warmPeak, second.rss)
	}
	fmt.Fprintf(out, "  standalone, cold CPU %s s, peak %d MB\n", spread(cold), coldPeak>>20)
	fmt.Fprintf(out, "  standalone, warm CPU %s s, peak %d MB\n", spread(warm), warmPeak>>20)
	return nil
}
