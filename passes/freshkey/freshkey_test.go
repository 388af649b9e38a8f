package freshkey_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/freshkey"
)

func Test(t *testing.T) {
	casetest.Run(t, freshkey.Analyzer,
		"freshkey/apis", "freshkey/odd", "freshkey/gosdk", "freshkey/mcpgo", "freshkey/handwritten", "freshkey/stable", "freshkey/across/...")
}

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, freshkey.Analyzer, []string{"-strict"}, "freshkey/strict/...")
}

func TestFixes(t *testing.T) {
	casetest.RunWithFixes(t, freshkey.Analyzer, "freshkey/fixes")
}
