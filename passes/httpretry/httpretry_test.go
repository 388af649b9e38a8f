package httpretry_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/httpretry"
)

func Test(t *testing.T) {
	casetest.Run(t, httpretry.Analyzer,
		"httpretry/gosdk", "httpretry/mcpgo", "httpretry/handwritten", "httpretry/options",
		"httpretry/roundtrip", "httpretry/roundtripsafe", "httpretry/across/...", "httpretry/defaults/...",
		"httpretry/keyheader", "httpretry/keyheadersafe", "httpretry/keyheadercontract")
}

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, httpretry.Analyzer, []string{"-strict"}, "httpretry/strict/...")
}

func TestFixes(t *testing.T) {
	casetest.RunWithFixes(t, httpretry.Analyzer, "httpretry/fixes/...")
}
