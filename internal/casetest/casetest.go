// Package casetest runs an analyzer over the case corpus, testdata/src: one
// Go module on the real SDKs, whose // want comments say what is reported.
package casetest

import (
	"testing"

	"golang.org/x/tools/go/analysis"
)

// Run applies the analyzer to the packages of the corpus that the patterns
// name, relative to testdata/src ("retrywrite/..."), and compares the
// diagnostics with the // want comments.
func Run(t *testing.T, a *analysis.Analyzer, patterns ...string) { t.Helper(); t.Fatal("not ready") }

// RunWithFixes is Run for one pattern, and then applies the fixes: every
// changed file must equal its .golden file and type-check, and the finding
// must be gone.
func RunWithFixes(t *testing.T, a *analysis.Analyzer, pattern string) {
	t.Helper()
	t.Fatal("not ready")
}
