package retrywrite_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/retrywrite"
)

// topics are the directories of cases, apart from those that need a flag or
// have fixes.
func topics(t *testing.T) []string {
	t.Helper()
	dirs, err := os.ReadDir(filepath.Join(casetest.Root(t), "testdata", "src", "retrywrite"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range dirs {
		if d.IsDir() && d.Name() != "strict" && d.Name() != "fixes" {
			out = append(out, "retrywrite/"+d.Name()+"/...")
		}
	}
	return out
}

func Test(t *testing.T) { casetest.Run(t, retrywrite.Analyzer, topics(t)...) }

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, retrywrite.Analyzer, []string{"-strict"}, "retrywrite/strict/...")
}

func TestFixes(t *testing.T) { casetest.RunWithFixes(t, retrywrite.Analyzer, "retrywrite/fixes/...") }
