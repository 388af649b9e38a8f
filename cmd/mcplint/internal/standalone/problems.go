package standalone

import (
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/lintcmd/runner"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/internal/lazy"
)

// failures says why a package was not analysed.
func failures(dir string, res runner.Result) []finding.Problem {
	path := res.Package.PkgPath
	if len(res.Errors) == 0 {
		if !res.Initial || isTestMain(res.Package) {
			return nil
		}
		return []finding.Problem{{
			Kind: finding.Skipped, Package: path,
			Message: "package " + path + " is not analysed: it depends on a package with errors",
		}}
	}
	var out []finding.Problem
	for _, err := range res.Errors {
		var pe packages.Error
		if !errors.As(err, &pe) {
			// What honnef's runner itself could not do, such as writing
			// to its cache.
			out = append(out, finding.Problem{
				Kind: finding.Incident, Package: path,
				Message: fmt.Sprintf("package %s is not analysed: %v", path, err),
			})
			continue
		}
		for _, p := range split(dir, pe) {
			p.Package = path
			out = append(out, p)
		}
	}
	return out
}

// place matches "file.go:12:3: message" and "file.go:12: message".
var place = lazy.Regexp(`^(.+?):(\d+)(?::(\d+))?: (.*)$`)

// split takes the text that the go command gives for one package apart: the
// compiler's messages come as one text, with positions in it.
func split(dir string, e packages.Error) []finding.Problem {
	text := strings.TrimSpace(e.Msg)
	if pos := parsePos(dir, e.Pos); pos.IsValid() {
		return []finding.Problem{{Kind: finding.Compile, Pos: pos, Message: oneLine(text)}}
	}
	var out []finding.Problem
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch m := place().FindStringSubmatch(line); {
		case strings.HasPrefix(line, "# "): // the package's name
		case m != nil:
			out = append(out, finding.Problem{
				Kind: finding.Compile, Pos: parsePos(dir, strings.TrimSuffix(line, ": "+m[4])), Message: m[4],
			})
		case strings.HasPrefix(line, "\t") && len(out) > 0:
			last := &out[len(out)-1]
			last.Message = oneLine(last.Message + "\n" + line)
		case strings.TrimSpace(line) != "":
			out = append(out, finding.Problem{Kind: finding.Compile, Message: strings.TrimSpace(line)})
		}
	}
	return out
}

// parsePos parses "file:line:col", "file:line" and what stands for nothing.
func parsePos(dir, s string) finding.Position {
	m := place().FindStringSubmatch(s + ": ")
	if m == nil {
		return finding.Position{}
	}
	line, _ := strconv.Atoi(m[2])
	col, _ := strconv.Atoi(m[3])
	return finding.Position{File: toAbs(dir, m[1]), Line: line, Column: col}
}

func oneLine(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		switch text := b.String(); {
		case strings.HasSuffix(text, ":"):
			b.WriteString(" ")
		case text != "":
			b.WriteString("; ")
		}
		b.WriteString(line)
	}
	return b.String()
}

func position(p token.Position) finding.Position {
	return finding.Position{File: p.Filename, Line: p.Line, Column: p.Column, Offset: p.Offset}
}

// explain says what to do about the two mistakes that the go command words
// badly: there is no module, and the pattern names another one.
func explain(o Options, r *finding.Report) {
	if len(r.Packages) == 0 && above(o.Dir, "go.mod") == "" && above(o.Dir, "go.work") == "" {
		r.Problems = []finding.Problem{{
			Kind:    finding.Compile,
			Message: fmt.Sprintf("no go.mod in %s or its parents: run mcplint in a module, or name one with -C", o.Dir),
		}}
		return
	}
	// "main module ... does not contain package", "directory prefix ... does
	// not contain main module".
	outside := func(p finding.Problem) bool {
		return p.Kind == finding.Compile && !p.Pos.IsValid() && strings.Contains(p.Message, "main module")
	}
	if !slices.ContainsFunc(r.Problems, outside) {
		return
	}
	var hints []finding.Problem
	for _, p := range o.Patterns {
		if !strings.HasPrefix(p, ".") && !filepath.IsAbs(p) {
			continue
		}
		if mod := nestedModule(o.Dir, toAbs(o.Dir, strings.TrimSuffix(p, "..."))); mod != "" {
			rel, err := filepath.Rel(o.Dir, mod)
			if err != nil {
				rel = mod
			}
			hints = append(hints, finding.Problem{
				Kind:    finding.Compile,
				Message: fmt.Sprintf("%s is in a module of its own: analyse it with mcplint -C %s ./...", p, rel),
			})
		}
	}
	if hints != nil {
		r.Problems = append(slices.DeleteFunc(r.Problems, outside), hints...)
	}
}

// nestedModule returns the directory below root that has a go.mod and holds
// dir, or "".
func nestedModule(root, dir string) string {
	for dir = filepath.Clean(dir); dir != root; dir = filepath.Dir(dir) {
		if filepath.Dir(dir) == dir {
			return ""
		}
		if exists(filepath.Join(dir, "go.mod")) {
			return dir
		}
	}
	return ""
}
