package retrywrite_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/retrywrite"
)

func Test(t *testing.T) {
	casetest.Run(t, retrywrite.Analyzer, "retrywrite/...")
}
