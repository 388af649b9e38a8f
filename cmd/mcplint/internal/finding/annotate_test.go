package finding_test

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

const source = `package p

var handler = func() { mark() }

var (
	first  = 1
	second = mark()
)

type T[K any] struct{}

func plain(client int) {
	err := mark()
	_ = err
}

func (t *T[K]) method() {
	for i, item := range list {
		mark()
	}
}

func (T[K]) value() { func() { mark() }() }
`

// at writes the source to a file and returns one finding for every mark.
func at(t *testing.T, name, source string, message func(function string) string) []finding.Finding {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	var out []finding.Finding
	for n, line := range strings.Split(source, "\n") {
		if i := strings.Index(line, "mark()"); i >= 0 {
			out = append(out, finding.Finding{Rule: "r", Package: "example.com/p",
				Pos: finding.Position{File: file, Line: n + 1, Column: i + 1}})
		}
	}
	finding.Annotate(out)
	for i := range out {
		out[i].Message = message(out[i].Function)
	}
	finding.Annotate(out)
	return out
}

func TestFunction(t *testing.T) {
	got := at(t, "f.go", source, func(string) string { return "m" })
	want := []string{"var handler", "var second", "plain", "(*T).method", "(T).value"}
	for i, f := range got {
		if f.Function != want[i] {
			t.Errorf("finding %d is in %q, want %q", i, f.Function, want[i])
		}
	}
	// Nothing to parse is no reason to fail.
	lost := []finding.Finding{{Rule: "r", Message: "m", Pos: finding.Position{File: "nowhere.go", Line: 3}}}
	finding.Annotate(lost)
	if lost[0].Function != "" || lost[0].Fingerprint == "" {
		t.Errorf("%+v", lost[0])
	}
}

func fingerprints(fs []finding.Finding) string {
	var out []string
	for _, f := range fs {
		out = append(out, f.Fingerprint)
	}
	return strings.Join(out, "\n")
}

// What people do to code without changing what it does leaves fingerprints
// alone.
func TestFingerprintsAreStable(t *testing.T) {
	message := func(client, err, file string) func(string) string {
		return func(fn string) string {
			if fn != "plain" {
				return "sent again on L12 of pay.go:7 (via g at " + file + ":9)"
			}
			return "the call on " + client + " is sent again on " + err + ", lines 3 of example.com/p.plain (via g at " + file + ":12 -> CallTool at example.com/sdk/sdk.go:3)"
		}
	}
	before := fingerprints(at(t, "f.go", source, message("client", "err", "f.go")))

	moved := "package p\n\n// A comment.\n\n// Another.\n" + strings.TrimPrefix(source, "package p\n")
	renamed := strings.NewReplacer("client", "session", "err ", "failure ", "err\n", "failure\n").Replace(source)
	squeezed := strings.ReplaceAll(source, "\n\n", "\n")
	formatted, err := format.Source([]byte("package p\n" + strings.ReplaceAll(strings.TrimPrefix(source, "package p\n"), "{ mark() }", "{\nmark()\n}")))
	if err != nil {
		t.Fatal(err)
	}
	for name, after := range map[string][]finding.Finding{
		"the file renamed": at(t, "g.go", source, message("client", "err", "g.go")),
		"code moved":       at(t, "f.go", moved, message("client", "err", "f.go")),
		"locals renamed":   at(t, "f.go", renamed, message("session", "failure", "f.go")),
		"lines removed":    at(t, "f.go", squeezed, message("client", "err", "f.go")),
		"code formatted":   at(t, "f.go", string(formatted), message("client", "err", "f.go")),
	} {
		if got := fingerprints(after); got != before {
			t.Errorf("%s: fingerprints change\n%s\nto\n%s", name, before, got)
		}
	}
}

// Findings that differ have fingerprints that differ.
func TestFingerprintsTellApart(t *testing.T) {
	base := finding.Finding{Rule: "r", Package: "p", Message: "m", Pos: finding.Position{File: "x.go", Line: 1}}
	rule, pkg, message := base, base, base
	rule.Rule, pkg.Package, message.Message = "s", "q", "n"
	all := []finding.Finding{base, base, rule, pkg, message}
	finding.Annotate(all)
	seen := map[string]bool{}
	for _, f := range all {
		if seen[f.Fingerprint] {
			t.Errorf("%+v shares its fingerprint", f)
		}
		seen[f.Fingerprint] = true
	}
}

func TestFlow(t *testing.T) {
	dir := t.TempDir()
	f := finding.Finding{
		Message: "sent again (via send at pay.go:12 -> g.go:3 -> CallTool at example.com/sdk/sdk.go:7 -> x at example.com/far/y.go:1 -> somewhere)",
		Pos:     finding.Position{File: filepath.Join(dir, "p.go"), Line: 1},
	}
	sdk := filepath.Join(dir, "sdk")
	got := finding.Flow(f, map[string]string{"example.com/sdk": sdk})
	want := []finding.Note{
		{Pos: finding.Position{File: filepath.Join(dir, "pay.go"), Line: 12}, Message: "send"},
		{Pos: finding.Position{File: filepath.Join(dir, "g.go"), Line: 3}, Message: "here"},
		{Pos: finding.Position{File: filepath.Join(sdk, "sdk.go"), Line: 7}, Message: "CallTool"},
		{Message: "x at example.com/far/y.go:1"},
		{Message: "somewhere"},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("step %d: %+v, want %+v", i, got[i], want[i])
		}
	}
	for _, message := range []string{"no flow", "no flow (in brackets)", ""} {
		f.Message = message
		if got := finding.Flow(f, nil); got != nil {
			t.Errorf("%q: %+v", message, got)
		}
	}
}

func TestSort(t *testing.T) {
	pos := func(line, col int) finding.Position { return finding.Position{File: "a.go", Line: line, Column: col} }
	r := &finding.Report{
		Findings: []finding.Finding{
			{Rule: "b", Pos: pos(2, 1)}, {Rule: "a", Pos: pos(2, 1)}, {Rule: "a", Pos: pos(1, 9)}, {Rule: "b", Pos: pos(2, 1)},
		},
		Problems: []finding.Problem{
			{Kind: finding.Skipped, Message: "s"},
			{Kind: finding.Compile, Pos: pos(1, 1), Message: "c", Package: "p"},
			{Kind: finding.Compile, Pos: pos(1, 1), Message: "c", Package: "p_test"},
		},
		Packages: []string{"q", "p", "q"},
	}
	r.Sort()
	if len(r.Findings) != 3 || r.Findings[0].Pos.Line != 1 || r.Findings[1].Rule != "a" {
		t.Errorf("%+v", r.Findings)
	}
	if len(r.Problems) != 2 || r.Problems[0].Kind != finding.Compile {
		t.Errorf("%+v", r.Problems)
	}
	if len(r.Packages) != 2 {
		t.Errorf("%v", r.Packages)
	}
}
