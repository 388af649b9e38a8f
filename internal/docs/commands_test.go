package docs_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/internal/docs"
	"github.com/mcprecovery/mcplint/internal/nested"
)

// TestCommands runs the commands that the documentation gives. Those that need
// golangci-lint are run by the tests in analyzers/plugin/golangci.
func TestCommands(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "github.com/mcprecovery/mcplint/cmd/mcplint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("MCPLINT_CACHE", filepath.Join(bin, "cache"))
	client := docs.Client(t, root)
	total := 0
	for file := range nested.Files(t, root) {
		if !strings.HasSuffix(file, ".md") || !strings.HasPrefix(file, "docs/") && path.Dir(file) != "." {
			continue
		}
		total += docs.RunBlocks(t, root, file, "", client)
		for _, args := range [][]string{{"checkout", "-q", "-f", "."}, {"clean", "-q", "-f", "-d", "-x"}} {
			cmd := exec.Command("git", args...)
			cmd.Dir = client
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
	}
	if total < 10 {
		t.Errorf("only %d blocks of commands", total)
	}
}
