package inputrequired_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/inputrequired"
)

func TestDoc(t *testing.T) {
	if inputrequired.Analyzer.Doc == "" {
		t.Error("doc.go has no section for the analyzer")
	}
}

func Test(t *testing.T) {
	casetest.Run(t, inputrequired.Analyzer, "inputrequired/...")
}
