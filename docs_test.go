package mcplint_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/internal/docs"
)

// TestDocs checks that docs/checks says what the rules' doc.go and cases say,
// and holds a page for each rule and nothing else.
func TestDocs(t *testing.T) {
	dir := filepath.Join("docs", "checks")
	pages := map[string]string{"README.md": docs.Index()}
	for _, c := range analyzers.Checks() {
		cases, err := docs.Read(filepath.Join("testdata", "src"), c.Name())
		if err != nil {
			t.Fatal(err)
		}
		page := docs.Page{Check: c, Cases: cases}
		if missing := page.Missing(); len(missing) > 0 {
			t.Errorf("passes/%s/doc.go lacks a part: %s", c.Name(), strings.Join(missing, ", "))
		}
		pages[c.Name()+".md"] = page.Markdown()
	}
	for name, text := range pages {
		file := filepath.Join(dir, name)
		got, err := os.ReadFile(file)
		if err == nil && bytes.Equal(got, []byte(text)) {
			continue
		}
		if !*update {
			t.Errorf("%s is stale; write it with: go test -run TestDocs -update .", file)
			continue
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range there {
		if pages[e.Name()] == "" {
			t.Errorf("docs/checks/%s is the page of no rule", e.Name())
		}
	}
	if lost := docs.Unindexed(); len(lost) > 0 {
		t.Errorf("no question in internal/docs leads to %s", strings.Join(lost, ", "))
	}
}

// TestURLs checks that every page of this repository that an analyzer names
// is there.
func TestURLs(t *testing.T) {
	const home = "https://github.com/mcprecovery/mcplint/blob/main/"
	var check func(list []*analysis.Analyzer)
	var seen []*analysis.Analyzer
	check = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if slices.Contains(seen, a) {
				continue
			}
			seen = append(seen, a)
			if page, ours := strings.CutPrefix(a.URL, home); ours {
				name, anchor, _ := strings.Cut(page, "#")
				text, err := os.ReadFile(filepath.FromSlash(name))
				if err != nil {
					t.Errorf("%s has a URL without a page: %v", a.Name, err)
				} else if anchor != "" && !slices.Contains(anchors(string(text)), anchor) {
					t.Errorf("%s has no heading for #%s, which %s names", name, anchor, a.Name)
				}
			}
			check(a.Requires)
		}
	}
	check(analyzers.All())
}

// anchors returns the anchors that GitHub gives to the headings of a page.
func anchors(markdown string) []string {
	var out []string
	fenced := false
	for line := range strings.Lines(markdown) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		level := len(line) - len(strings.TrimLeft(line, "#"))
		if fenced || level == 0 || !strings.HasPrefix(line[level:], " ") {
			continue
		}
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case strings.ContainsRune("-_", r), 'a' <= r && r <= 'z', '0' <= r && r <= '9', r > 127:
				return r
			}
			return -1
		}, strings.ToLower(strings.TrimSpace(line[level:])))
		out = append(out, slug)
	}
	return out
}
