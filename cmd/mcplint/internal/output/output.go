// Package output writes reports in the formats of the terminals, editors and
// services that read them.
package output

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

// Options say how a report is written.
type Options struct {
	// Base is the directory that file names are relative to.
	Base string
	// Version of the command.
	Version string
	// Checks are all rules, in order.
	Checks []analyzers.Check
	// Context is the number of source lines around a finding in text, or
	// negative for none at all.
	Context int
	// Color switches on escape sequences in text.
	Color bool
	// Comparison, if not nil, says that the report holds what a change
	// introduces, and what else there is.
	Comparison *Comparison
}

// A Comparison is what a comparison with a baseline found besides the
// findings of the report.
type Comparison struct {
	Preexisting []finding.Finding
	Fixed       []Fixed
}

// A Fixed is a finding that is no longer there. Its place is not known.
type Fixed struct {
	Rule     string `json:"rule"`
	Package  string `json:"package"`
	Function string `json:"function,omitempty"`
	Message  string `json:"message"`
}

// A Writer writes a report.
type Writer func(w io.Writer, r *finding.Report, o Options) error

var formats = map[string]Writer{
	"text":       Text,
	"json":       JSON,
	"sarif":      SARIF,
	"github":     GitHub,
	"gitlab":     GitLab,
	"checkstyle": Checkstyle,
	"rdjson":     RDJSON,
}

// Formats returns the names of the formats.
func Formats() []string {
	var names []string
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// For returns the writer of a format.
func For(name string) (Writer, error) {
	if w, ok := formats[name]; ok {
		return w, nil
	}
	return nil, fmt.Errorf("unknown format %q (there are %s)", name, strings.Join(Formats(), ", "))
}

// Display returns the shorter of the relative and the absolute name of a
// file, as the go command shows files.
func (o Options) Display(file string) string {
	if file == "" || !filepath.IsAbs(file) {
		return file
	}
	if rel, err := filepath.Rel(o.Base, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}

// Slashed returns the name of a file for formats that other machines read:
// relative to Base if it is below it, always with slashes.
func (o Options) Slashed(file string) string {
	name, _ := o.below(file)
	return name
}

// below is Slashed, and reports whether the file is below Base.
func (o Options) below(file string) (string, bool) {
	if rel, err := filepath.Rel(o.Base, file); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel), true
	}
	return filepath.ToSlash(file), false
}

// check returns the check of a finding. Findings of a rule that is not in the
// table do not occur, but a format must not fail on one.
func (o Options) check(rule string) analyzers.Check {
	for _, c := range o.Checks {
		if c.Name() == rule {
			return c
		}
	}
	return analyzers.Check{Analyzer: &analysis.Analyzer{Name: rule, Doc: rule}, Class: "D", Default: true}
}

// level returns how much a finding of the check weighs, in the words of
// SARIF: what the specification forbids is an error.
func level(c analyzers.Check) string {
	if c.Class == "N" {
		return "error"
	}
	return "warning"
}

// place prints a position as compilers do.
func (o Options) place(p finding.Position) string {
	switch {
	case !p.IsValid():
		return o.Display(p.File)
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", o.Display(p.File), p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", o.Display(p.File), p.Line, p.Column)
}
