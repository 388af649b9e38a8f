package mcplint_test

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestFindings runs the standalone command on the modules whose clients are
// executed by their own tests.
func TestFindings(t *testing.T) {
	for range files(t) { // the command reads them
	}
	bin := filepath.Join(t.TempDir(), "mcplint")
	if runtime.GOOS == "windows" {
		bin += ".exe"
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "./cmd/mcplint").CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	t.Setenv("MCPLINT_CACHE", t.TempDir())
	t.Run("booking", func(t *testing.T) { testBooking(t, bin) })
	t.Run("truth", func(t *testing.T) { testTruth(t, bin) })
}

// testBooking does what the first command of the README does.
func testBooking(t *testing.T, bin string) {
	got := lint(t, bin, "examples/booking")
	if len(got) != 1 || got[0].Rule != "retrywrite" || got[0].Position.File != "desk/again.go" {
		t.Errorf("findings in examples/booking are %+v, want one of retrywrite in desk/again.go", got)
	}
}

// testTruth checks that mcplint flags the clients that were seen to execute an
// operation twice, and no other: in testdata/truth, those are the packages
// whose name begins with "unsafe".
func testTruth(t *testing.T, bin string) {
	flagged := make(map[string]bool)
	for _, f := range lint(t, bin, "testdata/truth") {
		dir := path.Dir(f.Position.File)
		if !strings.HasPrefix(path.Base(dir), "unsafe") {
			t.Errorf("%s is flagged: %s: %s", f.Position.File, f.Rule, f.Message)
		}
		flagged[dir] = true
	}
	unsafe := 0
	for file := range files(t) {
		dir, ok := strings.CutPrefix(path.Dir(file), "testdata/truth/")
		if !ok || !strings.HasPrefix(path.Base(dir), "unsafe") {
			continue
		}
		unsafe++
		if !flagged[dir] {
			t.Errorf("%s is not flagged", dir)
		}
	}
	if unsafe == 0 {
		t.Error("there is no unsafe client")
	}
}

// A finding is the part of mcplint's JSON that matters here.
type finding struct {
	Rule     string
	Message  string
	Position struct{ File string }
}

// lint runs mcplint on the module in dir, which must have findings.
func lint(t *testing.T, bin, dir string) []finding {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), bin, "-C", dir, "-format=json", "./...")
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("mcplint ended with %v, want status 1\n%s", err, out)
	}
	var report struct{ Findings []finding }
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	for i, f := range report.Findings {
		// In a repository, names are relative to its root.
		report.Findings[i].Position.File = strings.TrimPrefix(f.Position.File, dir+"/")
	}
	return report.Findings
}
