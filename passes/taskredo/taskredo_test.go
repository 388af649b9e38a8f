package taskredo_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/taskredo"
)

func TestDoc(t *testing.T) {
	if taskredo.Analyzer.Doc == "" {
		t.Error("doc.go has no section for the analyzer")
	}
}

func Test(t *testing.T) {
	casetest.Run(t, taskredo.Analyzer, "taskredo/mcpgo", "taskredo/handrpc", "taskredo/gosdk")
}

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, taskredo.Analyzer, []string{"-strict"}, "taskredo/strict/...")
}
