// Package corpus runs the corpus of cases through both drivers of the command.
// It is apart from the command's other tests because go vet analyses more than
// a thousand packages for it.
package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/analyzers"
)

// The corpus of cases, which the rules' own tests run through analysistest's
// kind of driver, gives the same findings through both drivers of the
// command, with the rule's name in every line.
func TestCorpus(t *testing.T) {
	corpus, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "mcplint")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	t.Setenv("MCPLINT_CACHE", filepath.Join(t.TempDir(), "cache"))
	t.Setenv("GOWORK", "off")
	if code, _, problems := run(t, ".", "go", "build", "-o", binary, "github.com/mcprecovery/mcplint/cmd/mcplint"); code != 0 {
		t.Fatalf("building the command: %s", problems)
	}
	// One run for all rules: go vet would analyse all dependencies again
	// for other flags.
	var patterns, strict []string
	for _, check := range analyzers.Checks() {
		if _, err := os.Stat(filepath.Join(corpus, check.Name())); err != nil {
			t.Errorf("there are no cases for %s", check.Name())
			continue
		}
		patterns = append(patterns, "./"+check.Name()+"/...")
		if _, err := os.Stat(filepath.Join(corpus, check.Name(), "strict")); err == nil {
			strict = append(strict, "./"+check.Name()+"/strict/...")
		}
	}
	standalone := func(args ...string) []string {
		code, stdout, problems := run(t, corpus, binary, args...)
		if code != 1 || problems != "" {
			t.Errorf("standalone: exit code %d\n%s", code, problems)
		}
		return findings(stdout)
	}
	got := standalone(patterns...)
	_, _, stderr := run(t, corpus, "go", append([]string{"vet", "-vettool=" + binary}, patterns...)...)
	if under := findings(stderr); !slices.Equal(got, under) {
		t.Errorf("the drivers differ:\n%s", difference(got, under))
	}
	gotStrict := standalone(append([]string{"-strict"}, strict...)...)
	for _, check := range analyzers.Checks() {
		dir := check.Name() + string(filepath.Separator)
		below := dir + "strict" + string(filepath.Separator)
		compare(t, own(t, got, check.Name(), dir, below), wants(t, corpus, dir, below))
		if slices.Contains(strict, "./"+check.Name()+"/strict/...") {
			compare(t, own(t, gotStrict, check.Name(), below, ""), wants(t, corpus, below, ""))
		}
	}
}

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

// run runs a command in a directory.
func run(t *testing.T, dir, name string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", cmd, err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// findings returns the sorted lines of output that are findings: go vet also
// prints the names of packages, and begins file names with "./".
func findings(output string) []string {
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

// difference lists what only one of two lists has.
func difference(a, b []string) string {
	var out strings.Builder
	for _, side := range []struct {
		name       string
		have, lack []string
	}{{"standalone", a, b}, {"go vet", b, a}} {
		for _, s := range side.have {
			if !slices.Contains(side.lack, s) {
				fmt.Fprintf(&out, "%s: %s\n", side.name, s)
			}
		}
	}
	return out.String()
}

// A want is an expectation of analysistest: a pattern for a line of a file.
type want struct {
	place   string // "file:line"
	pattern *regexp.Regexp
	met     bool
}

var (
	wantComment = regexp.MustCompile(`// want (?:([+-]\d+) )?(.*)$`)
	wantPattern = regexp.MustCompile("^(\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)\\s*")
	factPattern = regexp.MustCompile("^[\\pL_][\\pL\\pN_.]*:(\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)\\s*")
	textLine    = regexp.MustCompile(`^(.+?:\d+):\d+: ([a-z]+): (.*)$`)
)

// wants reads the expectations of the files below dir, but not below except.
func wants(t *testing.T, corpus, dir, except string) []*want {
	t.Helper()
	var out []*want
	err := filepath.WalkDir(filepath.Join(corpus, dir), func(name string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(corpus, name)
		if err != nil || !in(rel, dir, except) {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			m := wantComment.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			delta := 0
			if m[1] != "" {
				if delta, err = strconv.Atoi(m[1]); err != nil {
					return err
				}
			}
			for rest := m[2]; ; {
				if fact := factPattern.FindString(rest); fact != "" {
					rest = rest[len(fact):]
					continue
				}
				quoted := wantPattern.FindStringSubmatch(rest)
				if quoted == nil {
					break
				}
				rest = rest[len(quoted[0]):]
				pattern, err := strconv.Unquote(quoted[1])
				if err != nil {
					return err
				}
				out = append(out, &want{place: fmt.Sprintf("%s:%d", rel, i+1+delta), pattern: regexp.MustCompile(pattern)})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// compare checks lines of output against expectations.
func compare(t *testing.T, lines []string, wants []*want) {
	t.Helper()
	for _, line := range lines {
		m := textLine.FindStringSubmatch(line)
		i := slices.IndexFunc(wants, func(w *want) bool {
			return !w.met && w.place == m[1] && w.pattern.MatchString(m[3])
		})
		if i < 0 {
			t.Errorf("unexpected: %s", line)
			continue
		}
		wants[i].met = true
	}
	for _, w := range wants {
		if !w.met {
			t.Errorf("%s: no finding matches %q", w.place, w.pattern)
		}
	}
}
