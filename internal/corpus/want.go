package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

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
