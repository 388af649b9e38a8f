package lookupmiss_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/lookupmiss"
)

func Test(t *testing.T) {
	casetest.Run(t, lookupmiss.Analyzer, "lookupmiss/gosdk", "lookupmiss/mcpgo", "lookupmiss/handrpc", "lookupmiss/across/...", "lookupmiss/proven")
}

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, lookupmiss.Analyzer, []string{"-strict"}, "lookupmiss/strict/...")
}

func TestDoc(t *testing.T) {
	if lookupmiss.Analyzer.Doc == "" {
		t.Error("doc.go has no section for the analyzer")
	}
}
