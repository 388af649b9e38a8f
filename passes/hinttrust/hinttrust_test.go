package hinttrust_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/hinttrust"
)

func Test(t *testing.T) {
	casetest.Run(t, hinttrust.Analyzer, "hinttrust/gosdk", "hinttrust/mcpgo", "hinttrust/silent", "hinttrust/shapes", "hinttrust/decided", "hinttrust/inprocessmcpgo",
		"hinttrust/across/...", "hinttrust/inprocess", "hinttrust/setting")
}

// The server of hinttrustflags/believed is one that -trust-hints names.
func TestBelieved(t *testing.T) {
	casetest.RunFlags(t, hinttrust.Analyzer, []string{"-trust-hints=*.hotel.example"}, "hinttrustflags/believed")
}
