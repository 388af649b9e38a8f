package sharedkey_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/sharedkey"
)

func Test(t *testing.T) {
	casetest.Run(t, sharedkey.Analyzer,
		"sharedkey/apis", "sharedkey/row", "sharedkey/gosdk", "sharedkey/mcpgo", "sharedkey/handwritten", "sharedkey/silent", "sharedkey/testfiles", "sharedkey/across/...")
}

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, sharedkey.Analyzer, []string{"-strict"}, "sharedkey/strict/...")
}
