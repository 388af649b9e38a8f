package lostoutcome_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/lostoutcome"
)

func TestDoc(t *testing.T) {
	if lostoutcome.Analyzer.Doc == "" {
		t.Error("doc.go has no section for the analyzer")
	}
}

func Test(t *testing.T) {
	casetest.Run(t, lostoutcome.Analyzer, "lostoutcome/sql", "lostoutcome/repo", "lostoutcome/libs", "lostoutcome/files",
		"lostoutcome/undo", "lostoutcome/helpers/...", "lostoutcome/gates", "lostoutcome/silent", "lostoutcome/mcpgo",
		"lostoutcome/handrpc", "lostoutcome/recovery", "lostoutcome/workflow")
}

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, lostoutcome.Analyzer, []string{"-strict"}, "lostoutcome/strict/...")
}
