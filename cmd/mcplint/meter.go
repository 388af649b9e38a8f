package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"slices"
	"sync"
	"time"
)

// A meter holds the flags that measure the command itself. go vet does not
// pass them on.
type meter struct {
	debug                 bool
	cpu, mem, traceOutput string

	mu       sync.Mutex
	analyzer map[string]time.Duration
	packages map[string]time.Duration
}

func (m *meter) bind(fs *flag.FlagSet) {
	fs.BoolVar(&m.debug, "debug", false, "print the time that analyzers and packages take")
	fs.StringVar(&m.cpu, "cpuprofile", "", "write a CPU profile to `file`")
	fs.StringVar(&m.mem, "memprofile", "", "write a heap profile to `file`")
	fs.StringVar(&m.traceOutput, "trace", "", "write an execution trace to `file`")
}

// measure returns the function to tell times to, or nil.
func (m *meter) measure() func(analyzer, pkg string, d time.Duration) {
	if m == nil || !m.debug {
		return nil
	}
	m.analyzer, m.packages = map[string]time.Duration{}, map[string]time.Duration{}
	return func(analyzer, pkg string, d time.Duration) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.analyzer[analyzer] += d
		m.packages[pkg] += d
	}
}

// start begins measuring; stop writes what was measured.
func (m *meter) start(w io.Writer) (stop func(), err error) {
	var stops []func()
	stop = func() {
		for _, f := range slices.Backward(stops) {
			f()
		}
	}
	begin := func(name string, start func(*os.File) error, end func()) error {
		f, err := os.Create(name)
		if err != nil {
			return usageError{err}
		}
		stops = append(stops, func() { end(); f.Close() })
		return start(f)
	}
	if m.cpu != "" {
		if err := begin(m.cpu, func(f *os.File) error { return pprof.StartCPUProfile(f) }, pprof.StopCPUProfile); err != nil {
			return nil, err
		}
	}
	if m.traceOutput != "" {
		if err := begin(m.traceOutput, func(f *os.File) error { return trace.Start(f) }, trace.Stop); err != nil {
			return nil, err
		}
	}
	if m.mem != "" {
		f, err := os.Create(m.mem)
		if err != nil {
			return nil, usageError{err}
		}
		stops = append(stops, func() {
			runtime.GC() // the profile is of what lives
			if err := pprof.WriteHeapProfile(f); err != nil {
				fmt.Fprintf(w, "mcplint: %v\n", err)
			}
			f.Close()
		})
	}
	if m.debug {
		stops = append(stops, func() { m.print(w) })
	}
	return stop, nil
}

// print writes the times, the longest first. What came from the cache took
// none.
func (m *meter) print(w io.Writer) {
	const top = 10
	for _, table := range []struct {
		title string
		times map[string]time.Duration
		limit int
	}{{"analyzer", m.analyzer, len(m.analyzer)}, {"package", m.packages, top}} {
		var names []string
		for name := range table.times {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int {
			return cmp.Or(cmp.Compare(table.times[b], table.times[a]), cmp.Compare(a, b))
		})
		for _, name := range names[:min(len(names), table.limit)] {
			fmt.Fprintf(w, "debug: %s %s: %v\n", table.title, name, table.times[name].Round(time.Microsecond))
		}
	}
}
