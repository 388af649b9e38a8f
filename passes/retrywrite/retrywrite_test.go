package retrywrite_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// heavy are the topics that import large libraries. Each is loaded by itself,
// so that they are not all in memory at once.
var heavy = []string{"constructors", "k8swait", "queues", "workflow_other", "workflow_temporal", "vehicles_other"}

func Test(t *testing.T) {
	var light []string
	for _, topic := range topics(t) {
		if name := strings.Split(topic, "/")[1]; slices.Contains(heavy, name) {
			t.Run(name, func(t *testing.T) { casetest.Run(t, retrywrite.Analyzer, topic) })
		} else {
			light = append(light, topic)
		}
	}
	t.Run("others", func(t *testing.T) { casetest.Run(t, retrywrite.Analyzer, light...) })
}

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, retrywrite.Analyzer, []string{"-strict"}, "retrywrite/strict/...")
}

func TestFixes(t *testing.T) { casetest.RunWithFixes(t, retrywrite.Analyzer, "retrywrite/fixes/...") }
