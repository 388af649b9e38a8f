package intentlog_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/intentlog"
)

func TestDoc(t *testing.T) {
	if intentlog.Analyzer.Doc == "" {
		t.Error("doc.go has no section for the analyzer")
	}
}

func Test(t *testing.T) {
	casetest.RunFlags(t, intentlog.Analyzer, []string{"-with=intentlog"}, "intentlog/...")
}

func TestFlags(t *testing.T) {
	casetest.RunFlags(t, intentlog.Analyzer, []string{"-with=intentlog",
		"-intentlog.journal=cases/intentlogflags/ledger.Ledger.Begin,cases/intentlogflags/ledger.Log.Write"}, "intentlogflags/...")
}

// Without -with it is idle.
func TestIdle(t *testing.T) {
	casetest.Run(t, intentlog.Analyzer, "idle/intentlog")
}
