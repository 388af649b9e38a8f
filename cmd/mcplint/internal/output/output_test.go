package output_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/output"
)

const source = `package p

func f() { /* ä€𝄞 */ call() }
`

// sample returns a report on a file of a new directory, with one finding that
// has everything and one that has nothing.
func sample(t *testing.T) (*finding.Report, output.Options) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "a dir", "f,1:%.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	at := strings.Index(source, "call")
	column := at - strings.LastIndex(source[:at], "\n")
	pos := finding.Position{File: file, Line: 3, Column: column, Offset: at}
	end := finding.Position{File: file, Line: 3, Column: column + 4, Offset: at + 4}
	outside := filepath.Join(filepath.Dir(dir), "elsewhere", "lib.go")
	full := finding.Finding{
		Rule: "forbidden", Pos: pos, End: end, Package: "example.com/p", Function: "f",
		Message:     "x <- \"y\" & 100%,\nsecond line (via g at lib.go:7)",
		Flow:        []finding.Note{{Pos: finding.Position{File: outside, Line: 7}, Message: "g"}, {Message: "far away"}},
		Related:     []finding.Note{{Pos: pos, Message: "see also"}},
		Fixes:       []finding.Fix{{Message: "do not call", Edits: []finding.Edit{{Start: pos, End: end, New: "wait"}}}},
		Fingerprint: "0123",
	}
	bare := finding.Finding{
		Rule: "unknown", Pos: finding.Position{File: outside, Line: 1, Column: 1}, End: finding.Position{File: outside, Line: 1, Column: 1},
		Message: "bare", Package: "example.com/q", Fingerprint: "4567",
	}
	report := &finding.Report{
		Findings: []finding.Finding{full, bare},
		Problems: []finding.Problem{
			{Kind: finding.Compile, Pos: finding.Position{File: file, Line: 9, Column: 2}, Message: "undefined: x"},
			{Kind: finding.Skipped, Message: "package example.com/r is not analysed"},
		},
	}
	checks := []analyzers.Check{{
		Analyzer: &analysis.Analyzer{Name: "forbidden", Doc: "the title\n\nThe first\nparagraph.\n\n# A heading\n\nMore.", URL: "https://example.com/forbidden"},
		Class:    "N", Default: true,
	}}
	return report, output.Options{Base: dir, Version: "v1.2.3", Checks: checks, Context: -1}
}

func render(t *testing.T, format string, r *finding.Report, o output.Options) string {
	t.Helper()
	write, err := output.For(format)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := write(&buf, r, o); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestText(t *testing.T) {
	r, o := sample(t)
	o.Context = 0
	got := render(t, "text", r, o)
	first, rest, _ := strings.Cut(got, "\n")
	if want := filepath.Join("a dir", "f,1:%.go") + `:3:28: forbidden: x <- "y" & 100%,`; first != want {
		t.Errorf("got  %s\nwant %s", first, want)
	}
	for _, want := range []string{"3\tfunc f() {", ": \tsee also", filepath.Join("elsewhere", "lib.go") + ":1:1: unknown: bare"} {
		if !strings.Contains(rest, want) {
			t.Errorf("output lacks %q", want)
		}
	}
	if strings.Contains(got, "\x1b") {
		t.Error("colours although there is no terminal")
	}
	o.Color = true
	if !strings.Contains(render(t, "text", r, o), "\x1b[31mforbidden\x1b[0m") {
		t.Error("no colours")
	}
	var problems bytes.Buffer
	if err := output.Problems(&problems, r, o); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join("a dir", "f,1:%.go") + ":9:2: compile: undefined: x\nskipped: package example.com/r is not analysed\n"
	if problems.String() != want {
		t.Errorf("problems %q, want %q", problems.String(), want)
	}
}

func TestGitHub(t *testing.T) {
	r, o := sample(t)
	lines := strings.Split(render(t, "github", r, o), "\n")
	want := `::error file=a dir/f%2C1%3A%25.go,line=3,endLine=3,col=28,endColumn=32,title=mcplint forbidden::x <- "y" & 100%25,%0Asecond line (via g at lib.go:7)`
	if lines[0] != want {
		t.Errorf("got  %s\nwant %s", lines[0], want)
	}
	if !strings.HasPrefix(lines[1], "::warning file=") || !strings.HasPrefix(lines[2], "::error file=") ||
		lines[3] != "::error title=mcplint skipped::package example.com/r is not analysed" || len(lines) != 5 {
		t.Errorf("%q", lines)
	}
}

func TestGitLab(t *testing.T) {
	r, o := sample(t)
	var issues []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	decode(t, render(t, "gitlab", r, o), &issues)
	if len(issues) != 2 || issues[0].CheckName != "forbidden" || issues[0].Severity != "critical" || issues[1].Severity != "major" ||
		issues[0].Location.Path != "a dir/f,1:%.go" || issues[0].Location.Lines.Begin != 3 || issues[0].Fingerprint != "0123" {
		t.Errorf("%+v", issues)
	}
	if got := strings.TrimSpace(render(t, "gitlab", &finding.Report{}, o)); got != "[]" {
		t.Errorf("no findings: %s", got)
	}
}

func TestCheckstyle(t *testing.T) {
	r, o := sample(t)
	var doc struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line, Column              int    `xml:",attr"`
				Severity, Message, Source string `xml:",attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	text := render(t, "checkstyle", r, o)
	text = strings.NewReplacer(" line=", " Line=", " column=", " Column=", " severity=", " Severity=", " message=", " Message=", " source=", " Source=").Replace(text)
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Files) != 2 || doc.Files[0].Name != "a dir/f,1:%.go" || len(doc.Files[0].Errors) != 1 {
		t.Fatalf("%+v", doc)
	}
	if e := doc.Files[0].Errors[0]; e.Line != 3 || e.Column != 28 || e.Severity != "error" || e.Source != "mcplint.forbidden" ||
		e.Message != r.Findings[0].Message {
		t.Errorf("%+v", e)
	}
}

func TestRDJSON(t *testing.T) {
	r, o := sample(t)
	type place struct{ Line, Column int }
	var doc struct {
		Source      struct{ Name string }
		Diagnostics []struct {
			Message, Severity string
			Location          struct {
				Path  string
				Range struct{ Start, End place }
			}
			Code        struct{ Value, URL string }
			Suggestions []struct {
				Range struct{ Start, End place }
				Text  string
			}
		}
	}
	decode(t, render(t, "rdjson", r, o), &doc)
	if len(doc.Diagnostics) != 2 || doc.Source.Name != "mcplint" {
		t.Fatalf("%+v", doc)
	}
	d := doc.Diagnostics[0]
	if d.Location.Path != "a dir/f,1:%.go" || d.Location.Range.Start != (place{3, 28}) || d.Severity != "ERROR" ||
		d.Code.Value != "forbidden" || d.Code.URL != "https://example.com/forbidden" || len(d.Suggestions) != 1 || d.Suggestions[0].Text != "wait" {
		t.Errorf("%+v", d)
	}
	// A part of a fix must not be offered alone.
	r.Findings[0].Fixes[0].Edits = append(r.Findings[0].Fixes[0].Edits, r.Findings[0].Fixes[0].Edits[0])
	if strings.Contains(render(t, "rdjson", r, o), "suggestions") {
		t.Error("a fix of two edits is offered in parts")
	}
}

func TestJSON(t *testing.T) {
	r, o := sample(t)
	got := render(t, "json", r, o)
	if !strings.Contains(got, `x <- \"y\" & 100%`) {
		t.Error("code is escaped as HTML")
	}
	for _, absent := range []string{"null", "preexisting", filepath.ToSlash(o.Base)} {
		if strings.Contains(got, absent) {
			t.Errorf("output has %q", absent)
		}
	}
	o.Comparison = &output.Comparison{}
	for _, want := range []string{`"preexisting": []`, `"fixed": []`} {
		if !strings.Contains(render(t, "json", r, o), want) {
			t.Errorf("output lacks %s", want)
		}
	}
	// Writing must not change the report, which other formats may write too.
	if !filepath.IsAbs(r.Findings[0].Fixes[0].Edits[0].Start.File) || !filepath.IsAbs(r.Findings[0].Related[0].Pos.File) {
		t.Error("the report was changed")
	}
}

func TestUnknownFormat(t *testing.T) {
	if _, err := output.For("xml"); err == nil || !strings.Contains(err.Error(), "checkstyle") {
		t.Errorf("error %v", err)
	}
}

func decode(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}
