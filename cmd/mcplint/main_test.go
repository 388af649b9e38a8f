package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// binary is the command under test, built once.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "mcplint-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "mcplint")
		if runtime.GOOS == "windows" {
			binary += ".exe"
		}
		build := exec.Command("go", "build", "-o", binary, ".")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v: %v\n%s", build, err, out)
			return 1
		}
		// One cache for all tests, as users have it, but not that of the user.
		os.Setenv("MCPLINT_CACHE", filepath.Join(dir, "cache"))
		os.Setenv("GOWORK", "off")
		return m.Run()
	}())
}

// A result is what a command did.
type result struct {
	code           int
	stdout, stderr string
}

// lines are the lines that the command has printed to standard output.
func (r result) lines() []string {
	return strings.Split(strings.TrimSuffix(r.stdout, "\n"), "\n")
}

// mcplint runs the command in a directory.
func mcplint(t *testing.T, dir string, args ...string) result {
	t.Helper()
	return command(t, dir, nil, binary, args...)
}

// vet runs go vet with the command as its tool.
func vet(t *testing.T, dir string, args ...string) result {
	t.Helper()
	return command(t, dir, nil, "go", append([]string{"vet", "-vettool=" + binary}, args...)...)
}

func command(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PWD="+dir), env...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", cmd, err)
	}
	r := result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	t.Logf("%s %q: exit %d\n%s%s", filepath.Base(name), args, r.code, r.stdout, r.stderr)
	return r
}

// write writes the files of a txtar archive to a new directory.
func write(t *testing.T, archive string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// expect checks the exit code, and that the output, standard output before
// standard error, has the given pieces in this order and none of the others.
func expect(t *testing.T, r result, code int, pieces ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d", r.code, code)
	}
	rest := r.stdout + r.stderr
	for _, piece := range pieces {
		if absent, ok := strings.CutPrefix(piece, "!"); ok {
			if strings.Contains(r.stdout+r.stderr, absent) {
				t.Errorf("output has %q", absent)
			}
			continue
		}
		_, after, ok := strings.Cut(rest, piece)
		if !ok {
			t.Errorf("output lacks %q, or has it in another order", piece)
			continue
		}
		rest = after
	}
}

// basic is a module with one finding in a package, one in its test, one in
// its external test, one in a dependency, and one that a build tag hides.
const basic = `
-- go.mod --
module example.com/basic

go 1.24
-- basic.go --
package basic

import _ "example.com/basic/lib"

// mcplint:read "docs"
const a = "a"
-- basic_test.go --
package basic

// mcplint:read "docs"
const inTest = "b"
-- x_test.go --
package basic_test

// mcplint:read "docs"
const inExternalTest = "c"
-- tagged.go --
//go:build special

package basic

// mcplint:read "docs"
const tagged = "d"
-- lib/lib.go --
package lib

// mcplint:read "docs"
const e = "e"
`
