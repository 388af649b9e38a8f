package retrybudget_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/retrybudget"
)

func TestDoc(t *testing.T) {
	if retrybudget.Analyzer.Doc == "" {
		t.Error("doc.go has no section for the analyzer")
	}
}

func Test(t *testing.T) {
	casetest.RunFlags(t, retrybudget.Analyzer, []string{"-with=retrybudget"}, "retrybudget/gosdk", "retrybudget/mcpgo", "retrybudget/handrpc",
		"retrybudget/libs", "retrybudget/across/...")
}

// Without -with it is idle, and takes no ignore for useless.
func TestIdle(t *testing.T) {
	casetest.Run(t, retrybudget.Analyzer, "idle/retrybudget")
}
