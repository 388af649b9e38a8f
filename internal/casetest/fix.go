package casetest

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/format"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/mcprecovery/mcplint/internal/report"
)

var update = flag.Bool("casetest.update", false, "write the golden files of fixes instead of comparing them")

// An edit is a text edit by offsets.
type edit struct {
	from, to int
	text     string
}

func checkFixes(t testing.TB, dir string, a *analysis.Analyzer, pattern string, acts []*checker.Action) {
	t.Helper()
	edits := make(map[string][]edit) // by file name
	var unfixed []string
	for _, act := range acts {
		for _, d := range act.Diagnostics {
			if len(d.SuggestedFixes) == 0 {
				unfixed = append(unfixed, told(act, d))
				continue
			}
			if len(d.SuggestedFixes) > 1 {
				// golangci-lint would apply them all.
				t.Errorf("%s: %d alternative fixes", act.Package.Fset.Position(d.Pos), len(d.SuggestedFixes))
			}
			collect(act.Package.Fset, d.SuggestedFixes[0], edits)
		}
	}
	if len(edits) == 0 {
		t.Errorf("%s: no diagnostic has a fix", pattern)
	}
	overlay := make(map[string][]byte)
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		fixed, err := apply(file, edits[file])
		if err != nil {
			t.Fatalf("%s: applying the fixes: %v", relative(dir, file), err)
		}
		overlay[file] = fixed
		golden(t, file, fixed)
	}
	staleGoldens(t, acts, edits)

	var again []string
	for _, act := range analyze(t, a, load(t, dir, []string{pattern}, overlay)) {
		for _, d := range act.Diagnostics {
			again = append(again, told(act, d))
		}
	}
	slices.Sort(unfixed)
	slices.Sort(again)
	if !slices.Equal(unfixed, again) {
		t.Errorf("%s: after the fixes the findings should be\n\t%s\nbut they are\n\t%s",
			pattern, strings.Join(unfixed, "\n\t"), strings.Join(again, "\n\t"))
	}
}

// told names a finding without its line, which a fix may move.
func told(act *checker.Action, d analysis.Diagnostic) string {
	file := filepath.Base(act.Package.Fset.Position(d.Pos).Filename)
	return fmt.Sprintf("%s: %s: %s", act.Package.ID, file, report.Text(d.Message))
}

func collect(fset *token.FileSet, fix analysis.SuggestedFix, edits map[string][]edit) {
	for _, e := range fix.TextEdits {
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		from, to := fset.PositionFor(e.Pos, false), fset.PositionFor(end, false)
		new := edit{from.Offset, to.Offset, string(e.NewText)}
		// A package and its variant for tests report the same fix twice, and
		// two findings may need the same import.
		if !slices.Contains(edits[from.Filename], new) {
			edits[from.Filename] = append(edits[from.Filename], new)
		}
	}
}

// apply applies the edits to the file and formats the result.
func apply(file string, edits []edit) ([]byte, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		if e.from < last || e.to < e.from || e.to > len(src) {
			return nil, fmt.Errorf("the edit of bytes %d to %d overlaps another or leaves the file", e.from, e.to)
		}
		out.Write(src[last:e.from])
		out.WriteString(e.text)
		last = e.to
	}
	out.Write(src[last:])
	fixed, err := format.Source(out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%w in\n%s", err, out.Bytes())
	}
	return fixed, nil
}

func golden(t testing.TB, file string, fixed []byte) {
	t.Helper()
	name := file + ".golden"
	if *update {
		if err := os.WriteFile(name, fixed, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Errorf("%v\nthe fixed file is\n%s", err, fixed)
		return
	}
	if !bytes.Equal(fixed, want) {
		t.Errorf("%s: the fixed file is\n%s", name, fixed)
	}
}

// staleGoldens fails the test for golden files of files without a fix.
func staleGoldens(t testing.TB, acts []*checker.Action, edits map[string][]edit) {
	t.Helper()
	for _, act := range acts {
		for _, file := range act.Package.GoFiles {
			if _, fixed := edits[file]; fixed {
				continue
			}
			if _, err := os.Stat(file + ".golden"); err == nil {
				t.Errorf("%s.golden: no fix changes the file", file)
			}
		}
	}
}
