package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/internal/corpus"
)

var (
	root   = filepath.Join("..", "..", "..")
	binary string // this package, built
)

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "golangci")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		for name, value := range map[string]string{"GOLANGCI_LINT_CACHE": filepath.Join(dir, "cache"), "GOWORK": "off"} {
			if err := os.Setenv(name, value); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
		}
		if root, err = filepath.Abs(root); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		binary = filepath.Join(dir, "golangci-lint")
		if runtime.GOOS == "windows" {
			binary += ".exe"
		}
		if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building golangci-lint: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// run runs golangci-lint in a directory.
func run(t *testing.T, dir string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatalf("%v: %v", cmd, err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// An issue is what golangci-lint prints as JSON, as far as it matters here.
type issue struct {
	FromLinter, Text string
	Pos              struct {
		Filename     string
		Line, Column int
	}
}

// lint runs the linters of a configuration and returns the issues.
func lint(t *testing.T, dir, config string, patterns ...string) []issue {
	t.Helper()
	args := append([]string{"run", "--path-mode=abs", "--output.json.path=stdout", "--show-stats=false", "-c", config}, patterns...)
	code, stdout, stderr := run(t, dir, args...)
	if code != 0 && code != 1 {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	var out struct{ Issues []issue }
	if err := json.Unmarshal([]byte(stdout), &out); err != nil {
		t.Fatalf("%v\n%s%s", err, stdout, stderr)
	}
	return out.Issues
}

// lines returns issues as other drivers print findings.
func lines(t *testing.T, dir string, issues []issue) []string {
	t.Helper()
	var out []string
	for _, i := range issues {
		name, err := filepath.Rel(dir, i.Pos.Filename)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s:%d:%d: %s", name, i.Pos.Line, i.Pos.Column, i.Text))
	}
	slices.Sort(out)
	return out
}

// example returns the example configuration, with text replaced.
func example(t *testing.T, pairs ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".golangci.example.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(string(text), pairs[i]) != 1 {
			t.Fatalf("the example has not one %q", pairs[i])
		}
	}
	name := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(name, []byte(strings.NewReplacer(pairs...).Replace(string(text))), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// The cases give the findings that they state, and no issue is made of
// anything but a finding.
func TestCorpus(t *testing.T) {
	dir := filepath.Join(root, "testdata", "src")
	all, strict := corpus.Patterns(t, dir)
	with := "with: [" + corpus.With() + "]"
	got := lines(t, dir, lint(t, dir, example(t, "with: []", with), all...))
	gotStrict := lines(t, dir, lint(t, dir, example(t, "with: []", with, "strict: false", "strict: true"), strict...))
	corpus.Check(t, dir, got, gotStrict)
	for _, line := range got {
		if strings.Contains(line, "(related information)") {
			t.Errorf("an issue of its own: %s", line)
		}
	}
}

// Where a case of one rule is a case of others too, golangci-lint says what
// the command says, word for word.
func TestSameAsCommand(t *testing.T) {
	dir := filepath.Join(root, "testdata", "src")
	patterns := []string{"./freshkey/...", "./hinttrust/across/...", "./contract/..."}
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"run", "./cmd/mcplint", "-C", dir}, patterns...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "MCPLINT_CACHE="+filepath.Join(t.TempDir(), "cache"))
	out, err := cmd.Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	var want []string
	for _, line := range corpus.Findings(string(out)) {
		name, rest, _ := strings.Cut(line, ".go:")
		rel, err := filepath.Rel(dir, filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, rel+".go:"+rest)
	}
	slices.Sort(want)
	got := lines(t, dir, lint(t, dir, filepath.Join(root, ".golangci.example.yml"), patterns...))
	if len(want) < 50 || !slices.Equal(got, want) {
		t.Errorf("%d findings; the drivers differ:\n%s", len(want), corpus.Difference("mcplint", want, "golangci-lint", got))
	}
}

// What is suppressed elsewhere is suppressed here.
func TestSuppressed(t *testing.T) {
	dir := corpus.Suppressed(t)
	issues := slices.DeleteFunc(lint(t, dir, filepath.Join(root, ".golangci.example.yml"), "./..."), func(i issue) bool {
		return i.FromLinter != "mcplint"
	})
	corpus.CheckSuppressed(t, dir, lines(t, dir, issues))
}
