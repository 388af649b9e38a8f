package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A Block is a fenced block of shell commands, "```sh".
type Block struct {
	Script string
	Line   int    // of the fence
	Needs  string // a program that it takes: "```sh needs=golangci-lint"
}

// Blocks returns the blocks of a page.
func Blocks(markdown string) []Block {
	var out []Block
	var open *Block
	for i, line := range strings.Split(markdown, "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open != nil:
			out = append(out, *open)
			open = nil
		case fence && (info == "sh" || strings.HasPrefix(info, "sh ")):
			_, needs, _ := strings.Cut(info, "needs=")
			open = &Block{Line: i + 1, Needs: needs}
		case open != nil:
			open.Script += line + "\n"
		}
	}
	return out
}

// install is what the tests have done already.
const install = "go install github.com/mcprecovery/mcplint/cmd/mcplint@latest"

// RunBlocks runs the blocks of a page that need what is given, one after the
// other, in a copy of examples/booking that is a git repository. No command may
// fail; the exit status 1 is no failure, since it says that there are
// findings. It returns how many blocks it has run.
func RunBlocks(t *testing.T, root, page, needs, dir string, env ...string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, b := range Blocks(string(text)) {
		if b.Needs != needs {
			continue
		}
		n++
		script := "set -o pipefail\ntrap 'code=$?; [ $code -le 1 ] || { echo \"failed: $BASH_COMMAND\"; exit $code; }' ERR\n" +
			strings.ReplaceAll(b.Script, install, "mcplint version")
		cmd := exec.CommandContext(t.Context(), "bash", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "PWD="+dir, "GOWORK=off"), env...)
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); err != nil && code != 1 {
			t.Errorf("%s:%d: exit code %d\n%s", page, b.Line, code, out)
		}
	}
	return n
}

// Client makes a copy of examples/booking that is a git repository, and
// returns its directory.
func Client(t *testing.T, root string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "client")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples", "booking"))); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."},
		{"-c", "user.name=docs", "-c", "user.email=docs@example.com", "commit", "-q", "-m", "a client"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	return dir
}
