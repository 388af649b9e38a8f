package analyzers_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

func TestChecks(t *testing.T) {
	if err := analysis.Validate(analyzers.All()); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range analyzers.Checks() {
		name := c.Name()
		if seen[name] {
			t.Errorf("%s is registered twice", name)
		}
		seen[name] = true
		if !slices.Contains([]string{"N", "S", "D", "-"}, c.Class) {
			t.Errorf("%s has class %q", name, c.Class)
		}
		if c.Title() == "" || strings.HasSuffix(c.Title(), ".") || c.Doc() == "" {
			t.Errorf("%s lacks a title (without a full stop) or its documentation", name)
		}
		if want := "https://github.com/mcprecovery/mcplint/blob/main/docs/checks/" + name + ".md"; c.URL() != want {
			t.Errorf("%s has URL %s, want %s", name, c.URL(), want)
		}
		if c.Text() == "" || c.Markdown() == "" {
			t.Errorf("%s has no text or no Markdown", name)
		}
		if !needs(c.Analyzer, mcplintconfig.Analyzer) {
			t.Errorf("%s does not require the settings", name)
		}
		if c.Default == slices.Contains(mcplintconfig.OptIn, name) {
			t.Errorf("%s: default %v, but -with says otherwise", name, c.Default)
		}
		if got, ok := analyzers.ByName(name); !ok || got.Analyzer != c.Analyzer {
			t.Errorf("ByName does not find %s", name)
		}
		if slices.Contains(analyzers.Default(), c.Analyzer) != c.Default {
			t.Errorf("Default and %s do not agree", name)
		}
	}
	if _, ok := analyzers.ByName("nonesuch"); ok {
		t.Error("ByName finds what is not there")
	}
	if len(analyzers.All()) != len(analyzers.Checks()) {
		t.Error("All and Checks differ")
	}
}

// needs reports whether a requires b, directly or not.
func needs(a, b *analysis.Analyzer) bool {
	return slices.ContainsFunc(a.Requires, func(r *analysis.Analyzer) bool { return r == b || needs(r, b) })
}

// The table is the caller's to change.
func TestChecksIsCopy(t *testing.T) {
	analyzers.Checks()[0] = analyzers.Check{}
	if analyzers.Checks()[0].Analyzer == nil {
		t.Error("Checks returns the table itself")
	}
}
