package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/mcprecovery/mcplint/internal/docs"
)

// module writes a module with one file, and returns its directory.
func module(t *testing.T, source string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "m.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// desk is a client without an SDK. Each of its methods calls a tool twice.
const desk = `// Package m books rooms.
package m

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

type desk struct {
	url  string
	last int64
}

func (d *desk) book(ctx context.Context, room string) error {
	d.last++
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": d.last, "method": "tools/call",
		"params": map[string]any{"name": "book_room", "arguments": map[string]any{"room": room}},
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (d *desk) Reported(ctx context.Context, room string) error {
	err := d.book(ctx, room)
	if err != nil {
		err = d.book(ctx, room)
	}
	return err
}

func (d *desk) Silenced(ctx context.Context, room string) error {
	err := d.book(ctx, room)
	if err != nil {
		err = d.book(ctx, room) //nolint:mcplint // rooms are booked once a guest
	}
	return err
}

func (d *desk) Ignored(ctx context.Context, room string) error {
	err := d.book(ctx, room)
	if err != nil {
		//mcplint:ignore retrywrite rooms are booked once a guest
		err = d.book(ctx, room)
	}
	return err
}

func (d *desk) Unexplained(ctx context.Context, room string) error {
	err := d.book(ctx, room)
	if err != nil {
		err = d.book(ctx, room) //nolint:mcplint
	}
	return err
}

func (d *desk) Stale(ctx context.Context, room string) error {
	return d.book(ctx, room) //nolint:mcplint // once
}

func (d *desk) Unused(ctx context.Context, room string) error {
	//mcplint:ignore retrywrite nothing to ignore
	return d.book(ctx, room)
}
`

// golangci-lint applies //nolint itself, and its nolintlint judges it; an
// ignore is mcplint's own.
func TestNolint(t *testing.T) {
	dir := module(t, desk)
	functions := regexp.MustCompile(`(?m)^func \(d \*desk\) (\w+)`)
	var got []string
	for _, i := range lint(t, dir, filepath.Join(root, ".golangci.example.yml"), "./...") {
		before := strings.Join(strings.SplitAfter(desk, "\n")[:i.Pos.Line], "")
		all := functions.FindAllStringSubmatch(before, -1)
		text := i.Text
		for _, piece := range []string{"retrywrite: tools/call", "suppresses no finding", "is unused", "should provide explanation"} {
			if strings.Contains(text, piece) {
				text = piece
			}
		}
		got = append(got, all[len(all)-1][1]+": "+i.FromLinter+": "+text)
	}
	want := []string{
		"Reported: mcplint: retrywrite: tools/call",
		"Stale: nolintlint: is unused",
		"Unexplained: nolintlint: should provide explanation",
		"Unused: mcplint: suppresses no finding",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("issues are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestUnknownSetting(t *testing.T) {
	dir := module(t, "package m\n")
	code, _, stderr := run(t, dir, "run", "-c", example(t, "strict: false", "strct: false"), "./...")
	if code != 3 || !strings.Contains(stderr, `unknown setting "strct"`) {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

// The example configurations conform to golangci-lint's schemas.
func TestVerify(t *testing.T) {
	if code, stdout, stderr := run(t, root, "config", "verify", "-c", ".golangci.example.yml"); code != 0 {
		t.Errorf("config verify: exit code %d\n%s%s", code, stdout, stderr)
	}
	// A check that accepts everything would be no check.
	if code, _, _ := run(t, root, "config", "verify", "-c", example(t, "enable:", "enabled:")); code == 0 {
		t.Error("config verify accepts nonsense")
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/golangci/golangci-lint/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(strings.TrimSpace(string(dir)), "jsonschema", "custom-gcl.jsonschema.json"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, ".custom-gcl.example.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var config map[string]any
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(config); err != nil {
		t.Error(err)
	}
	// The version is the one that is tested here.
	version, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "github.com/golangci/golangci-lint/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	if config["version"] != strings.TrimSpace(string(version)) {
		t.Errorf("the example is for %v, the module requires %s", config["version"], version)
	}
}

// --fix makes of a case what the rule's own tests want of its fixes.
func TestFix(t *testing.T) {
	const pkg = "retrywrite/fixes/sequence"
	corpus := filepath.Join(root, "testdata", "src")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", pkg + "/sequence.go"} {
		text, err := os.ReadFile(filepath.Join(corpus, name))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	code, stdout, stderr := run(t, dir, "run", "--fix", "-c", example(t, "strict: false", "retrywrite: true"), "./"+pkg)
	if code != 0 && code != 1 {
		t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
	}
	got, err := os.ReadFile(filepath.Join(dir, pkg, "sequence.go"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(corpus, pkg, "sequence.go.golden"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("--fix makes\n%s\nwant\n%s", got, want)
	}
}

// The commands of the guide work.
func TestGuide(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	if n := docs.RunBlocks(t, root, "docs/guides/golangci-lint.md", "golangci-lint", docs.Client(t, root), "MCPLINT="+root); n == 0 {
		t.Error("the guide has no commands")
	}
}
