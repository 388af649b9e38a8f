// Package corpus compares what a driver prints about the corpus of cases,
// testdata/src, with the // want comments of the cases. It serves the tests of
// the drivers; the rules' own tests are casetest's.
package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/analyzers"
)

// Patterns returns the patterns of all rules' cases below dir, testdata/src,
// and those of the cases for -strict. A rule without cases fails the test.
func Patterns(t *testing.T, dir string) (all, strict []string) {
	t.Helper()
	for _, check := range analyzers.Checks() {
		if _, err := os.Stat(filepath.Join(dir, check.Name())); err != nil {
			t.Errorf("there are no cases for %s", check.Name())
			continue
		}
		all = append(all, "./"+check.Name()+"/...")
		if _, err := os.Stat(filepath.Join(dir, check.Name(), "strict")); err == nil {
			strict = append(strict, "./"+check.Name()+"/strict/...")
		}
	}
	return all, strict
}

// With is the value of -with for the cases: all opt-in rules. It is "" if there
// are none.
func With() string {
	var names []string
	for _, check := range analyzers.Checks() {
		if !check.Default {
			names = append(names, check.Name())
		}
	}
	return strings.Join(names, ",")
}

// Check compares the findings of all rules with the cases: got are those
// without -strict, gotStrict those of the cases for -strict with it; the
// opt-in rules are to be on. Cases that need other settings are kept apart,
// in directories that have no rule's name. A finding is a line "file:line:column: rule: message".
func Check(t *testing.T, dir string, got, gotStrict []string) {
	t.Helper()
	CheckFiles(t, dir, got, func(string) bool { return true })
	_, patterns := Patterns(t, dir)
	for _, check := range analyzers.Checks() {
		if strict := below(check.Name(), "strict"); slices.Contains(patterns, "./"+check.Name()+"/strict/...") {
			compare(t, own(t, gotStrict, check.Name(), strict, ""), wants(t, dir, strict, ""))
		}
	}
}

// CheckFiles compares the findings of all rules, without -strict, with the
// cases in some files. Their names are relative to dir.
func CheckFiles(t *testing.T, dir string, got []string, files func(name string) bool) {
	t.Helper()
	for _, check := range analyzers.Checks() {
		top, strict := below(check.Name()), below(check.Name(), "strict")
		expected := slices.DeleteFunc(wants(t, dir, top, strict), func(w *want) bool {
			name, _, _ := strings.Cut(w.place, ".go:")
			return !files(name + ".go")
		})
		compare(t, own(t, got, check.Name(), top, strict), expected)
	}
}

// below returns the prefix of the names of files in a directory.
func below(names ...string) string { return filepath.Join(names...) + string(filepath.Separator) }

// own returns the findings of a rule below dir, but not below except. A case
// is written for one rule; another may have a word too.
func own(t *testing.T, lines []string, rule, dir, except string) []string {
	t.Helper()
	var out []string
	for _, line := range lines {
		if m := textLine.FindStringSubmatch(line); m == nil {
			t.Errorf("not a finding: %s", line)
		} else if m[2] == rule && in(line, dir, except) {
			out = append(out, line)
		}
	}
	return out
}

func in(name, dir, except string) bool {
	return strings.HasPrefix(name, dir) && (except == "" || !strings.HasPrefix(name, except))
}

// Findings returns the sorted lines of output that are findings: go vet also
// prints the names of packages, and begins file names with "./".
func Findings(output string) []string {
	var out []string
	for line := range strings.Lines(output) {
		line = strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "./")
		if line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return out
}

// Difference lists what only one of two lists of findings has.
func Difference(nameA string, a []string, nameB string, b []string) string {
	var out strings.Builder
	for _, side := range []struct {
		name       string
		have, lack []string
	}{{nameA, a, b}, {nameB, b, a}} {
		for _, s := range side.have {
			if !slices.Contains(side.lack, s) {
				fmt.Fprintf(&out, "%s: %s\n", side.name, s)
			}
		}
	}
	return out.String()
}
