package resumegap_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/resumegap"
)

func Test(t *testing.T) {
	casetest.Run(t, resumegap.Analyzer, "resumegap/...")
}

func TestFix(t *testing.T) {
	casetest.RunWithFixes(t, resumegap.Analyzer, "resumegap/fix")
}
