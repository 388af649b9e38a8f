// Package corpus_test runs the corpus of cases through both drivers of the command.
// It is apart from the command's other tests because go vet analyses more than
// a thousand packages for it.
package corpus_test

import (
	"bytes"
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

// go vet has no way to tell of what was skipped, so that -report-skips makes
// findings of it.
func TestReportSkips(t *testing.T) {
	binary := build(t)
	dir := corpus.Suppressed(t)
	var big strings.Builder
	big.WriteString("package big\n\nimport (\n\t\"context\"\n\n\t\"example.com/suppressed/desk\"\n)\n\n" +
		"func Big(ctx context.Context, d *desk.Desk, n int) error {\n\terr := d.Book(ctx, \"room\")\n")
	for i := range 1100 {
		fmt.Fprintf(&big, "\tif n == %d {\n\t\tn = %d\n\t}\n", i, i+2)
	}
	big.WriteString("\tif err != nil {\n\t\treturn d.Book(ctx, \"room\")\n\t}\n\treturn err\n}\n")
	if err := os.Mkdir(filepath.Join(dir, "big"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "big", "big.go"), []byte(big.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, stderr := run(t, dir, "go", "vet", "-vettool="+binary, "-report-skips", "./big")
	if !strings.Contains(stderr, "big.go:9:6: retrywrite: Big is too large") {
		t.Errorf("%s", stderr)
	}
}

// A function of many calls is as many questions about all that follows them:
// there is a bound for all of them together.
func TestReportManyQuestions(t *testing.T) {
	binary := build(t)
	dir := corpus.Suppressed(t)
	var many strings.Builder
	many.WriteString("package calls\n\nimport (\n\t\"context\"\n\n\t\"example.com/suppressed/desk\"\n)\n\n" +
		"func Many(ctx context.Context, d *desk.Desk) (err error) {\n\terr = d.Book(ctx, \"room\")\n")
	for range 400 {
		many.WriteString("\tif err != nil {\n\t\terr = d.Book(ctx, \"room\")\n\t}\n")
	}
	many.WriteString("\treturn err\n}\n")
	if err := os.Mkdir(filepath.Join(dir, "calls"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "calls", "calls.go"), []byte(many.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, stderr := run(t, dir, "go", "vet", "-vettool="+binary, "-report-skips", "./calls")
	if !strings.Contains(stderr, "calls.go:9:6: retrywrite: Many is too large") {
		t.Errorf("%s", stderr)
	}
}

// The same of functions that send requests which are written by hand: of those
// beyond the bound each is told of, and of no other.
func TestReportSkippedSenders(t *testing.T) {
	binary := build(t)
	dir := corpus.Suppressed(t)
	const senders = 125
	var many strings.Builder
	many.WriteString(`package many

import (
	"context"
	"encoding/json"
	"io"
)

type request struct {
	JSONRPC string ` + "`json:\"jsonrpc\"`" + `
	ID      int    ` + "`json:\"id\"`" + `
	Method  string ` + "`json:\"method\"`" + `
}

// Client speaks MCP over a pipe.
type Client struct {
	w    io.Writer
	last int
}

func (c *Client) send(ctx context.Context, method string) error {
	c.last++
	return json.NewEncoder(c.w).Encode(request{JSONRPC: "2.0", ID: c.last, Method: method})
}

func (c *Client) Open(ctx context.Context) error { return c.send(ctx, "initialize") }
`)
	for i := range senders {
		fmt.Fprintf(&many, "\nfunc (c *Client) Call%d(ctx context.Context) error { return c.send(ctx, \"tools/call\") }\n", i)
	}
	if err := os.Mkdir(filepath.Join(dir, "many"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "many", "many.go"), []byte(many.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, stderr := run(t, dir, "go", "vet", "-vettool="+binary, "-report-skips", "./many")
	const skipped = "is one of more functions that send requests than are analysed"
	if n := strings.Count(stderr, skipped); n == 0 || n >= senders {
		t.Errorf("%d functions are reported as skipped:\n%s", n, stderr)
	}
	if strings.Contains(stderr, "Client).send "+skipped) {
		t.Errorf("what is nearest to the wire is skipped:\n%s", stderr)
	}
	if _, _, stderr = run(t, dir, "go", "vet", "-vettool="+binary, "./many"); strings.Contains(stderr, skipped) {
		t.Errorf("reported without being asked for:\n%s", stderr)
	}
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
