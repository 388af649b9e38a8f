package requestid_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/requestid"
)

func Test(t *testing.T) {
	casetest.Run(t, requestid.Analyzer, "requestid/...")
}
