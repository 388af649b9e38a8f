// Package golden_test runs the command on code that is not this repository's:
// both SDKs and the standard library.
package golden_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository.
var root = filepath.Join("..", "..", "..", "..")

// TestSDKs analyses the SDKs themselves, with their examples and tests, and
// with intentlog, which has nothing to say of them: an SDK calls what its
// client asks for. Each finding is listed with a verdict and a reason in testdata/golden.
func TestSDKs(t *testing.T) {
	t.Chdir(root)
	bin := buildCommand(t)
	for name, module := range map[string]string{
		"mcp-go": "github.com/mark3labs/mcp-go",
		"go-sdk": "github.com/modelcontextprotocol/go-sdk",
	} {
		t.Run(name, func(t *testing.T) {
			dir := copyModule(t, module)
			compareGolden(t, filepath.Join("testdata", "golden", name+".txt"), analyse(t, bin, dir, "-with=intentlog", "./..."))
		})
	}
}

// TestStd analyses the packages of the standard library that import net/http:
// nothing there is a finding.
func TestStd(t *testing.T) {
	t.Chdir(root)
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []string
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) > 0 && slices.Contains(f[1:], "net/http") && !strings.HasPrefix(f[0], "vendor/") {
			pkgs = append(pkgs, f[0])
		}
	}
	if len(pkgs) < 5 {
		t.Fatalf("only %d packages of the standard library import net/http", len(pkgs))
	}
	for finding := range analyse(t, buildCommand(t), ".", pkgs...) {
		t.Error(finding)
	}
}

func buildCommand(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "mcplint")
	if out, err := exec.Command("go", "build", "-o", bin, "./cmd/mcplint").CombinedOutput(); err != nil {
		t.Fatalf("go build ./cmd/mcplint: %v\n%s", err, out)
	}
	return bin
}

// copyModule copies a module that the cases use out of the module cache, where
// nothing may be written.
func copyModule(t *testing.T, module string) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir = filepath.Join("testdata", "src")
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go mod download %s: %v", module, err)
	}
	var info struct{ Dir string }
	if err := json.Unmarshal(out, &info); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	err = filepath.WalkDir(info.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(info.Dir, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, rel)
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var findingLine = regexp.MustCompile(`^(\S+\.go):(\d+):\d+: ([a-z]+): (.*)$`)

// analyse returns the findings as "file:line rule", with their messages.
func analyse(t *testing.T, bin, dir string, patterns ...string) map[string]string {
	t.Helper()
	cmd := exec.Command(bin, patterns...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "MCPLINT_CACHE="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("mcplint %s in %s: %v\n%s", strings.Join(patterns, " "), dir, err, out)
	}
	found := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		if m := findingLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			found[filepath.ToSlash(m[1])+":"+m[2]+" "+m[3]] = m[4]
		}
	}
	return found
}

// compareGolden compares the findings with the lines of a file
//
//	file:line rule verdict: reason
//
// where the verdict is right, debatable or wrong.
func compareGolden(t *testing.T, path string, found map[string]string) {
	t.Helper()
	want := make(map[string]string)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		line := sc.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at, verdict, ok := strings.Cut(line, ": ")
		fields := strings.Fields(at)
		if !ok || verdict == "" || len(fields) != 3 || !slices.Contains([]string{"right", "debatable", "wrong"}, fields[2]) {
			t.Errorf("%s: a line is not \"file:line rule verdict: reason\": %s", path, line)
			continue
		}
		want[fields[0]+" "+fields[1]] = fields[2] + ": " + verdict
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	for _, at := range slices.Sorted(maps.Keys(found)) {
		if _, ok := want[at]; !ok {
			t.Errorf("not listed in %s: %s: %s", path, at, found[at])
		}
	}
	for _, at := range slices.Sorted(maps.Keys(want)) {
		if _, ok := found[at]; !ok {
			t.Errorf("listed in %s and not found: %s", path, at)
		}
	}
}
