package eramix_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/eramix"
)

func Test(t *testing.T) {
	casetest.Run(t, eramix.Analyzer, "eramix/...")
}
