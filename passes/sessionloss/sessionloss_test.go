package sessionloss_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/sessionloss"
)

func Test(t *testing.T) {
	casetest.Run(t, sessionloss.Analyzer, "sessionloss/...")
}
