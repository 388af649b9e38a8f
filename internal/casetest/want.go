package casetest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/scanner"

	"golang.org/x/tools/go/analysis/checker"
)

// A line is where something is wanted or found.
type line struct {
	file string
	line int
}

// A want is one expectation: of a diagnostic, or of a fact about the object
// of that name ("package" for the package itself).
type want struct {
	fact string // "" for a diagnostic
	rx   *regexp.Regexp
	met  bool
}

// compare compares what the action reported with the // want comments of its
// package.
func compare(t testing.TB, dir string, act *checker.Action) {
	t.Helper()
	wants := wantsOf(t, act)
	meet := func(at line, fact, text string) bool {
		for _, w := range wants[at] {
			if !w.met && w.fact == fact && w.rx.MatchString(text) {
				w.met = true
				return true
			}
		}
		return false
	}
	fset := act.Package.Fset
	var problems []string
	for _, d := range act.Diagnostics {
		p := fset.Position(d.Pos)
		if !meet(line{p.Filename, p.Line}, "", d.Message) {
			problems = append(problems, fmt.Sprintf("%s:%d: unexpected diagnostic: %s", relative(dir, p.Filename), p.Line, d.Message))
		}
	}
	for _, f := range act.AllObjectFacts() {
		if f.Object.Pkg() == act.Package.Types {
			p := fset.Position(f.Object.Pos())
			meet(line{p.Filename, p.Line}, f.Object.Name(), fmt.Sprint(f.Fact))
		}
	}
	for _, f := range act.AllPackageFacts() {
		if f.Package == act.Package.Types {
			p := fset.Position(act.Package.Syntax[0].Pos())
			meet(line{p.Filename, 1}, "package", fmt.Sprint(f.Fact))
		}
	}
	for at, list := range wants {
		for _, w := range list {
			switch {
			case w.met || w.fact != "" && len(act.Analyzer.FactTypes) == 0:
			case w.fact != "":
				problems = append(problems, fmt.Sprintf("%s:%d: no fact of %s matches %#q", relative(dir, at.file), at.line, w.fact, w.rx))
			default:
				problems = append(problems, fmt.Sprintf("%s:%d: no diagnostic matches %#q", relative(dir, at.file), at.line, w.rx))
			}
		}
	}
	slices.Sort(problems)
	for _, p := range problems {
		t.Errorf("%s: %s", act.Analyzer.Name, p)
	}
}

func relative(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}

// wantsOf collects the // want comments of a package. One may stand behind
// another comment, since directives end a line.
func wantsOf(t testing.TB, act *checker.Action) map[line][]*want {
	t.Helper()
	wants := make(map[line][]*want)
	for _, f := range act.Package.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				text := strings.TrimSuffix(strings.TrimSpace(c.Text[2:]), "*/")
				if i := strings.Index(text, "// want "); i >= 0 {
					text = text[i+len("// "):]
				}
				text, ok := strings.CutPrefix(text, "want ")
				if !ok {
					continue
				}
				p := act.Package.Fset.Position(c.Pos())
				delta, list, err := parseWants(text)
				if err != nil {
					t.Errorf("%s:%d: in a want comment: %v", p.Filename, p.Line, err)
				}
				at := line{p.Filename, p.Line + delta}
				wants[at] = append(wants[at], list...)
			}
		}
	}
	return wants
}

// parseWants parses what stands behind "want": an optional +lines, and then
// "regexp" and name:"regexp" in any order.
func parseWants(text string) (delta int, list []*want, err error) {
	sc := new(scanner.Scanner).Init(strings.NewReader(text))
	sc.Error = func(_ *scanner.Scanner, msg string) { err = fmt.Errorf("%s", msg) }
	sc.Mode = scanner.ScanIdents | scanner.ScanStrings | scanner.ScanRawStrings | scanner.ScanInts
	for {
		w := new(want)
		tok := sc.Scan()
		switch tok {
		case scanner.EOF:
			if err == nil && len(list) == 0 {
				err = fmt.Errorf("it wants nothing")
			}
			return delta, list, err
		case '+':
			sc.Scan()
			if delta, err = strconv.Atoi(sc.TokenText()); err != nil {
				return 0, nil, err
			}
			continue
		case scanner.Ident:
			w.fact = sc.TokenText()
			if sc.Scan() != ':' {
				return 0, nil, fmt.Errorf("no : behind %s", w.fact)
			}
			tok = sc.Scan()
		}
		if tok != scanner.String && tok != scanner.RawString {
			return 0, nil, fmt.Errorf("%q is not a quoted regular expression", sc.TokenText())
		}
		rx, err := strconv.Unquote(sc.TokenText())
		if err != nil {
			return 0, nil, err
		}
		if w.rx, err = regexp.Compile(rx); err != nil {
			return 0, nil, err
		}
		list = append(list, w)
	}
}
