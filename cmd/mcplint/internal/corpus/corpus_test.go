// Package corpus_test runs the corpus of cases through both drivers of the command.
// It is apart from the command's other tests because go vet analyses more than
// a thousand packages for it.
package corpus_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/mcprecovery/mcplint/internal/corpus"
)

// The corpus of cases, which the rules' own tests run through analysistest's
// kind of driver, gives the same findings through both drivers of the
// command, with the rule's name in every line.
func TestCorpus(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	binary := build(t)
	// One run for all rules: go vet would analyse all dependencies again
	// for other flags.
	patterns, strict := corpus.Patterns(t, dir)
	standalone := func(args ...string) []string {
		args = append([]string{"-with=" + corpus.With()}, args...)
		code, stdout, problems := run(t, dir, binary, args...)
		if code != 1 || problems != "" {
			t.Errorf("standalone: exit code %d\n%s", code, problems)
		}
		return corpus.Findings(stdout)
	}
	got := standalone(patterns...)
	_, _, stderr := run(t, dir, "go", append([]string{"vet", "-vettool=" + binary, "-with=" + corpus.With()}, patterns...)...)
	if under := corpus.Findings(stderr); !slices.Equal(got, under) {
		t.Errorf("the drivers differ:\n%s", corpus.Difference("standalone", got, "go vet", under))
	}
	gotStrict := standalone(append([]string{"-strict"}, strict...)...)
	corpus.Check(t, dir, got, gotStrict)
}

// Both drivers suppress the same.
func TestSuppressed(t *testing.T) {
	binary := build(t)
	dir := corpus.Suppressed(t)
	_, stdout, _ := run(t, dir, binary, "./...")
	corpus.CheckSuppressed(t, dir, corpus.Findings(stdout))
	_, _, stderr := run(t, dir, "go", "vet", "-vettool="+binary, "./...")
	corpus.CheckSuppressed(t, dir, corpus.Findings(stderr))
}

// build builds the command.
func build(t *testing.T) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "mcplint")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	t.Setenv("MCPLINT_CACHE", filepath.Join(t.TempDir(), "cache"))
	t.Setenv("GOWORK", "off")
	if code, _, problems := run(t, ".", "go", "build", "-o", binary, "github.com/mcprecovery/mcplint/cmd/mcplint"); code != 0 {
		t.Fatalf("building the command: %s", problems)
	}
	return binary
}

// run runs a command in a directory.
func run(t *testing.T, dir, name string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", cmd, err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}
