package eventcursor_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/eventcursor"
)

func Test(t *testing.T) {
	casetest.Run(t, eventcursor.Analyzer, "eventcursor/...")
}
