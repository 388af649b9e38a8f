package plugin

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// build makes the plugin as golangci-lint does, and returns the names of its
// analyzers.
func build(t *testing.T, settings any) ([]string, error) {
	t.Helper()
	old := mcplintconfig.Current
	t.Cleanup(func() { mcplintconfig.Current = old })
	make, err := register.GetPlugin("mcplint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := make(settings)
	if err != nil {
		return nil, err
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode %s", p.GetLoadMode())
	}
	list, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(list); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range list {
		names = append(names, a.Name)
	}
	return names, nil
}

func all() []string {
	var names []string
	for _, c := range analyzers.Checks() {
		names = append(names, c.Name())
	}
	return names
}

func TestSettings(t *testing.T) {
	names, err := build(t, map[string]any{
		"strict":       true,
		"read":         []any{"search_*", "get_weather"},
		"write":        "a,b",
		"calls":        []any{"example.com/agent.Runner.Run:1:2"},
		"intentlog":    map[string]any{"journal": []any{"example.com/log.Write"}},
		"report-skips": "true",
	})
	if err != nil || !slices.Equal(names, all()) {
		t.Errorf("%v, %v", names, err)
	}
	got := mcplintconfig.Current
	if !got.Strict || !got.ReportSkips || got.Read != "search_*,get_weather" || got.Write != "a,b" ||
		got.Calls != "example.com/agent.Runner.Run:1:2" || got.Journal != "example.com/log.Write" {
		t.Errorf("settings are %+v", got)
	}
	// Nothing of them is left in the next plugin.
	if _, err := build(t, nil); err != nil || mcplintconfig.Current.Strict || mcplintconfig.Current.Read != "" {
		t.Errorf("settings are %+v, %v", mcplintconfig.Current, err)
	}
	// The library that reads the configuration may make keys of any type.
	if _, err := build(t, map[any]any{"intentlog": map[any]any{"journal": "example.com/log.Write"}}); err != nil || mcplintconfig.Current.Journal == "" {
		t.Errorf("settings are %+v, %v", mcplintconfig.Current, err)
	}
}

// A rule's name selects as the flag of that name does.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		settings map[string]any
		want     func(name string) bool
	}{
		{map[string]any{"retrydelay": false}, func(n string) bool { return n != "retrydelay" }},
		{map[string]any{"retrywrite": true, "contract": true}, func(n string) bool { return n == "retrywrite" || n == "contract" }},
		{map[string]any{"retrywrite": true, "contract": false}, func(n string) bool { return n == "retrywrite" }},
	} {
		want := slices.DeleteFunc(all(), func(n string) bool { return !test.want(n) })
		got, err := build(t, test.settings)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: %v, %v; want %v", test.settings, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		settings any
		want     string
	}{
		{map[string]any{"strct": true}, `unknown setting "strct" (there are calls, `},
		{map[string]any{"intentlog": map[string]any{"jornal": "x"}}, `unknown setting "intentlog.jornal"`},
		{map[string]any{"strict": "perhaps"}, `setting "strict": `},
		{map[string]any{"strict": nil}, `setting "strict": `},
		{map[string]any{"retrywrite": "perhaps"}, `setting "retrywrite": `},
		{map[string]any{"calls": []any{"nonsense"}}, `setting "calls": "nonsense" is not of the form`},
		{map[string]any{"with": []any{"nonsense"}}, `setting "with": no opt-in analyzer`},
		{map[string]any{"read": []any{"a,b"}}, `setting "read": "a,b" is not one item`},
		{map[string]any{"read": []any{map[string]any{}}}, `setting "read": `},
		{[]any{"strict"}, "not a map"},
	} {
		if _, err := build(t, test.settings); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %s", test.settings, err, test.want)
		}
	}
}

// golangci-lint would make an issue of every related position.
func TestNoRelated(t *testing.T) {
	a := plain(&analysis.Analyzer{Name: "a", Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Message: "m", Related: []analysis.RelatedInformation{{Message: "r"}}})
		return nil, nil
	}})
	var got []analysis.Diagnostic
	if _, err := a.Run(&analysis.Pass{Report: func(d analysis.Diagnostic) { got = append(got, d) }}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Message != "m" || got[0].Related != nil {
		t.Errorf("%+v", got)
	}
}

// The example shows every setting.
func TestExample(t *testing.T) {
	text, err := os.ReadFile("../../.golangci.example.yml")
	if err != nil {
		t.Fatal(err)
	}
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	new(mcplintconfig.Settings).Bind(fs)
	fs.VisitAll(func(f *flag.Flag) {
		if !regexp.MustCompile(`(?m)^ {10}` + regexp.QuoteMeta(f.Name) + `: `).Match(text) {
			t.Errorf("the example lacks the setting %s", f.Name)
		}
	})
}
