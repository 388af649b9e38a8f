package syntax_test

import (
	"testing"
	"time"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"get", "get", true},
		{"get", "get_x", false},
		{"get_*", "get_x", true},
		{"*", "github/create_issue", true},
		{"github/*", "github/a/b", true},
		{"a?b", "a/b", true},
		{"[a-c]x", "bx", true},
		{`\*`, "*", true},
		{`\*`, "x", false},
		{"*", "", true},
		{"[", "[", false}, // malformed
	} {
		if got := syntax.Match(c.pattern, c.name); got != c.want {
			t.Errorf("Match(%q, %q) = %v", c.pattern, c.name, got)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		wide, narrow string
		want         bool
	}{
		{"*", "get_*", true},
		{"get_*", "get_x*", true},
		{"get_*", "get_*", true},
		{"get_x", "get_*", false},
		{"g*_x", "get_*", false},
		{"get_?", "get_x", true},
		{"get_?", "get_*", false}, // "?" is not "*", though it matches one
		{"[a-z]", "*", false},
		{"*", "[a-z]", false}, // true, but not worth knowing
	} {
		if got := syntax.Covers(c.wide, c.narrow); got != c.want {
			t.Errorf("Covers(%q, %q) = %v", c.wide, c.narrow, got)
		}
	}
}

func TestParsePath(t *testing.T) {
	for s, want := range map[string]string{
		"0": "0", "12": "12", "1.Params.Name": "1.Params.Name",
		"": "", "-1": "", "+1": "", "x": "", "1.": "", "1..A": "", "1.a-b": "", "1.2": "", "256": "", "0x1": "",
	} {
		p, err := syntax.ParsePath(s)
		if want == "" {
			if err == nil || !p.IsNone() {
				t.Errorf("ParsePath(%q) = %v, %v; want an error", s, p, err)
			}
			continue
		}
		if err != nil || p.String() != want {
			t.Errorf("ParsePath(%q) = %v, %v; want %s", s, p, err, want)
		}
	}
	if s := syntax.NoPath().String(); s != "none" {
		t.Errorf("NoPath is %q", s)
	}
}

func TestParseKey(t *testing.T) {
	for s, want := range map[string]string{
		"id":                    "arguments.id",
		"arguments.id":          "arguments.id",
		"arguments.a.b":         "arguments.a.b",
		"meta:example.com/key":  "meta:example.com/key",
		"header:x-request-key":  "header:X-Request-Key",
		"header:":               "",
		"header:a b":            "",
		"meta:":                 "",
		"arguments":             "",
		"arguments.":            "",
		"arguments.a..b":        "",
		"a.b":                   "",
		"":                      "",
		"argument:a":            "",
		"arguments.a.arguments": "arguments.a.arguments",
	} {
		k, err := syntax.ParseKey(s)
		switch {
		case want == "" && err == nil:
			t.Errorf("ParseKey(%q) = %v; want an error", s, k)
		case want != "" && (err != nil || k.String() != want):
			t.Errorf("ParseKey(%q) = %v, %v; want %s", s, k, err, want)
		}
	}
}

func TestParseWindow(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"24h": 24 * time.Hour, "30d": 720 * time.Hour, "1d12h": 36 * time.Hour, "1.5h": 90 * time.Minute,
		"": 0, "0s": 0, "0d": 0, "-1h": 0, "d": 0, "1.5d": 0, "1d-1h": 0, "99999999999d": 0, "106751d25h": 0, "1w": 0, "24": 0,
	} {
		d, err := syntax.ParseWindow(s)
		if d != want || (err == nil) != (want > 0) {
			t.Errorf("ParseWindow(%q) = %v, %v; want %v", s, d, err, want)
		}
	}
}

func TestEffect(t *testing.T) {
	for _, c := range []struct{ a, b, want syntax.Effect }{
		{syntax.Read, syntax.Write, syntax.Write},
		{syntax.Write, syntax.Read, syntax.Write},
		{syntax.Unstated, syntax.Read, syntax.Read},
		{syntax.Unstated, syntax.Unstated, syntax.Unstated},
	} {
		if got := c.a.Join(c.b); got != c.want {
			t.Errorf("%v.Join(%v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// What parses, prints as something that parses to the same.
func FuzzSyntax(f *testing.F) {
	for _, s := range []string{"1.A", "a", "arguments.a.b", "meta:k", "header:N", "1d12h", "get_*", "[", `\`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := syntax.ParsePath(s); err == nil {
			if q, err := syntax.ParsePath(p.String()); err != nil || q.String() != p.String() {
				t.Errorf("path %q prints as %q, which parses as %v, %v", s, p, q, err)
			}
		}
		if k, err := syntax.ParseKey(s); err == nil {
			if l, err := syntax.ParseKey(k.String()); err != nil || l.String() != k.String() {
				t.Errorf("key %q prints as %q, which parses as %v, %v", s, k, l, err)
			}
		}
		if d, err := syntax.ParseWindow(s); err == nil && d <= 0 {
			t.Errorf("window %q is %v", s, d)
		}
		if syntax.CheckPattern(s) == nil && !syntax.IsPattern(s) && !syntax.Match(s, s) {
			t.Errorf("name %q does not match itself", s)
		}
	})
}
