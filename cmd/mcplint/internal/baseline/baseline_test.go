package baseline_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/baseline"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

// f returns a finding from "package function message", and its line.
func f(line int, text string) finding.Finding {
	words := strings.Fields(text)
	return finding.Finding{Rule: "rule", Package: words[0], Function: words[1], Message: words[2], Masked: words[2],
		Pos: finding.Position{File: words[0] + ".go", Line: line}}
}

func report(fs ...finding.Finding) *finding.Report {
	r := &finding.Report{Findings: fs}
	for _, f := range fs {
		r.Packages = append(r.Packages, f.Package)
	}
	return r
}

func TestRoundTrip(t *testing.T) {
	b := baseline.New([]string{"./..."}, []finding.Finding{f(9, "q g m"), f(1, "p f <-m"), f(2, "p f <-m")})
	var first bytes.Buffer
	if err := b.Write(&first); err != nil {
		t.Fatal(err)
	}
	for _, absent := range []string{".go", "line", "null", `\u003c`} {
		if strings.Contains(first.String(), absent) {
			t.Errorf("the file has %q:\n%s", absent, first.String())
		}
	}
	again, err := baseline.Parse(first.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(b, again) {
		t.Errorf("got %+v, want %+v", again, b)
	}
	var empty bytes.Buffer
	if err := baseline.New(nil, nil).Write(&empty); err != nil || strings.Contains(empty.String(), "null") {
		t.Errorf("%v: %s", err, empty.String())
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                                   "not a baseline",
		`[]`:                                 "not a baseline",
		`{"schema":1} {}`:                    "behind",
		`{"schema":0}`:                       "schema 0",
		`{"schema":2,"novel":true}`:          "schema 2",
		`{"schema":1,"novel":true}`:          "novel",
		`{"schema":1,"findings":[{}]}`:       "finding 1",
		`{"schema":1,"findings":{"a":true}}`: "not a baseline",
	} {
		if _, err := baseline.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
	b, err := baseline.Parse([]byte(`{"schema":1}`))
	if err != nil || b.Findings == nil {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestCompare(t *testing.T) {
	old := []finding.Finding{f(1, "p f m"), f(2, "p f m"), f(3, "p g m"), f(4, "q f m"), f(5, "gone f m")}
	b := baseline.New([]string{"./..."}, old)
	for name, test := range map[string]struct {
		report                            *finding.Report
		whole                             bool
		introduced, preexisting, fixed    int
		introducedFunction, fixedFunction string
	}{
		"the same": {report: report(old...), whole: true, preexisting: 5},
		"lines moved": {report: report(f(11, "p f m"), f(12, "p f m"), f(13, "p g m"), f(14, "q f m"), f(15, "gone f m")),
			whole: true, preexisting: 5},
		"one of two fixed": {report: report(f(2, "p f m"), f(3, "p g m"), f(4, "q f m"), f(5, "gone f m")),
			whole: true, preexisting: 4, fixed: 1, fixedFunction: "f"},
		"a third one": {report: report(append([]finding.Finding{f(9, "p f m")}, old...)...),
			whole: true, preexisting: 5, introduced: 1, introducedFunction: "f"},
		"another message": {report: report(f(1, "p f m"), f(2, "p f m"), f(3, "p g other"), f(4, "q f m"), f(5, "gone f m")),
			whole: true, preexisting: 4, introduced: 1, fixed: 1, introducedFunction: "g", fixedFunction: "g"},
		"a folder renamed": {report: report(f(1, "p f m"), f(2, "p f m"), f(3, "p g m"), f(4, "q f m"), f(5, "come f m")),
			whole: true, preexisting: 5},
		"not renamed, both are there": {
			report: func() *finding.Report {
				r := report(f(1, "p f m"), f(2, "p f m"), f(3, "p g m"), f(4, "q f m"), f(5, "come f m"))
				r.Packages = append(r.Packages, "gone")
				return r
			}(),
			whole: true, preexisting: 4, introduced: 1, fixed: 1, introducedFunction: "f", fixedFunction: "f"},
		"a package deleted": {report: report(old[:4]...), whole: true, preexisting: 4, fixed: 1, fixedFunction: "f"},
		"fewer packages":    {report: report(old[:3]...), whole: false, preexisting: 3},
		"fewer packages, renamed or not": {report: report(append([]finding.Finding{f(5, "come f m")}, old[:3]...)...),
			whole: false, preexisting: 3, introduced: 1, introducedFunction: "f"},
		"a package that no longer compiles": {
			report: func() *finding.Report {
				r := report(old[:4]...)
				r.Problems = []finding.Problem{{Kind: finding.Compile, Package: "gone"}}
				return r
			}(),
			whole: true, preexisting: 4},
	} {
		t.Run(name, func(t *testing.T) {
			d := b.Compare(test.report, test.whole)
			if len(d.Introduced) != test.introduced || len(d.Preexisting) != test.preexisting || len(d.Fixed) != test.fixed {
				t.Fatalf("introduced %v\npreexisting %v\nfixed %v", d.Introduced, d.Preexisting, d.Fixed)
			}
			if test.introduced > 0 && d.Introduced[0].Function != test.introducedFunction {
				t.Errorf("introduced in %s", d.Introduced[0].Function)
			}
			if test.fixed > 0 && d.Fixed[0].Function != test.fixedFunction {
				t.Errorf("fixed in %s", d.Fixed[0].Function)
			}
		})
	}
}

// Whatever the bytes are, Parse returns, and what it accepts survives.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `{"schema":1}`, `{"schema":1,"patterns":["./..."],"findings":[{"rule":"r","package":"p","message":"m"}]}`,
		`{"schema":1,"findings":[{"rule":"r","package":"p","function":"f","message":"<-\u0000"},{"rule":"r","package":"a","message":"m"}]}`,
		`{"schema":99999999999999999999}`, `[`, `{"schema":1}x`, "\xff",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := baseline.Parse(text)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := b.Write(&out); err != nil {
			t.Fatal(err)
		}
		again, err := baseline.Parse(out.Bytes())
		if err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		if len(again.Findings) != len(b.Findings) || len(again.Findings) > 0 && !reflect.DeepEqual(again.Findings, b.Findings) {
			t.Errorf("%+v became %+v", b, again)
		}
	})
}
