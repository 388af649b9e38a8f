package rpckey_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/rpckey"
)

func Test(t *testing.T) {
	casetest.Run(t, rpckey.Analyzer, "rpckey/...")
}
