package erafallback_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/erafallback"
)

func Test(t *testing.T) {
	casetest.Run(t, erafallback.Analyzer, "erafallback/...")
}
