package retrydelay_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/retrydelay"
)

func Test(t *testing.T) {
	casetest.Run(t, retrydelay.Analyzer, "retrydelay/...")
}
