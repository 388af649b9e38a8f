package plugin_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGolangci runs the tests of the nested module, which build golangci-lint
// with the plugin: "go test ./..." leaves them out by itself.
func TestGolangci(t *testing.T) {
	// The go command caches the result under the files that are opened here.
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == ".git" {
				return fs.SkipDir
			}
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		return f.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "./...")
	cmd.Dir = "golangci"
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	t.Logf("go test ./... in golangci:\n%s", out)
	if err != nil {
		t.Error(err)
	}
}
