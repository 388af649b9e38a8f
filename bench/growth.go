package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// grow measures the parts of a subject and the whole, once each from a cold
// cache, to show how the costs grow with what is analysed.
func grow(out io.Writer, tools toolset, dir string, s subject) error {
	for _, patterns := range append(s.parts, s.patterns) {
		part := s
		part.patterns = patterns
		n, err := count(dir, patterns)
		if err != nil {
			return fmt.Errorf("go list %v: %w", patterns, err)
		}
		noop, err := vet(tools, tools.noop, dir, part)
		if err != nil {
			return err
		}
		checked, err := vet(tools, tools.mcplint, dir, part)
		if err != nil {
			return err
		}
		cache, err := os.MkdirTemp(tools.dir, "cache-")
		if err != nil {
			return err
		}
		alone, err := lint(tools, cache, dir, part)
		if err != nil {
			return err
		}
		if err := os.RemoveAll(cache); err != nil {
			return err
		}
		fmt.Fprintf(out, "  %v: %d packages; go vet, no-op %.1f s, mcplint %.1f s, %d MB; standalone %.1f s, %d MB\n",
			patterns, n, noop.cpu.Seconds(), checked.cpu.Seconds(), checked.rss>>20, alone.cpu.Seconds(), alone.rss>>20)
	}
	return nil
}

// count counts the packages that patterns match, without variants for tests.
func count(dir string, patterns []string) (int, error) {
	text, err := command(dir, nil, append([]string{"go", "list"}, patterns...)...).Output()
	return bytes.Count(text, []byte("\n")), err
}
