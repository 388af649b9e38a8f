package contract_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/contract"
)

func Test(t *testing.T) {
	casetest.Run(t, contract.Analyzer, "contract/...")
}

// With settings, a directive may disagree with a flag.
func TestSettings(t *testing.T) {
	casetest.RunFlags(t, contract.Analyzer, []string{"-write=ge*", "-read=pay"}, "contractflags")
}

func TestDoc(t *testing.T) {
	if contract.Analyzer.Doc == "" {
		t.Error("doc.go has no section for the analyzer")
	}
}
