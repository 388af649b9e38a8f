package main

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// maxProcs bounds the parallelism of all that is measured, since memory and
// the cost of garbage collection depend on it.
const maxProcs = "2"

// A usage is what a process and all its descendants used.
type usage struct {
	cpu time.Duration // user and system
	rss int64         // bytes, of the largest of the processes
}

// vet runs go vet with a copy of tool that go vet has never seen. It caches
// results under the hash of the tool's executable, so other bytes at the end
// of the file are enough for a cold cache.
func vet(tools toolset, tool, dir string, s subject) (usage, error) {
	exe, err := os.ReadFile(tool)
	if err != nil {
		return usage{}, err
	}
	nonce := make([]byte, 16)
	rand.Read(nonce)
	fresh := filepath.Join(tools.dir, "fresh-"+filepath.Base(tool))
	if err := os.WriteFile(fresh, append(exe, nonce...), 0o755); err != nil {
		return usage{}, err
	}
	defer os.Remove(fresh)
	// With -json, findings are no failure, so that every failure is one.
	return run(dir, nil, 0, append([]string{"go", "vet", "-vettool=" + fresh, "-json"}, s.patterns...)...)
}

// lint runs the standalone command with its cache in the given directory.
func lint(tools toolset, cache, dir string, s subject) (usage, error) {
	return run(dir, []string{"MCPLINT_CACHE=" + cache}, 1, append([]string{tools.mcplint}, s.patterns...)...)
}

// run runs a command to its end. An exit status up to tolerated is no failure:
// mcplint exits with 1 if it has findings.
func run(dir string, env []string, tolerated int, args ...string) (usage, error) {
	cmd := command(dir, env, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0 || exit.ExitCode() > tolerated) {
		return usage{}, fmt.Errorf("%v: %w\n%s", args, err, out.Bytes())
	}
	p := cmd.ProcessState
	return usage{cpu: p.UserTime() + p.SystemTime(), rss: maxRSS(p)}, nil
}

// command returns what runs args in the environment of all measurements.
func command(dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(cmd.Environ(), "GOMAXPROCS="+maxProcs, "GOWORK=off"), env...)
	return cmd
}

func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	n := len(xs)
	return (xs[(n-1)/2] + xs[n/2]) / 2
}

// spread tells the median, the least and the greatest.
func spread(xs []float64) string {
	return fmt.Sprintf("%.2f (%.2f to %.2f)", median(xs), slices.Min(xs), slices.Max(xs))
}
