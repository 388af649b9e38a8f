// Package ci tests the files beside it: they are valid, and the commands in
// them do what they are for, as far as that can be seen without the service.
package ci

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reviewdog/reviewdog/proto/rdf"
	"github.com/rhysd/actionlint"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/encoding/protojson"
)

const install = "go install github.com/mcprecovery/mcplint/cmd/mcplint@latest"

// bin holds the command, for the PATH of the scripts.
var bin string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if bin, err = os.MkdirTemp("", "ci"); err != nil {
			return 1
		}
		defer os.RemoveAll(bin)
		cmd := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "./cmd/mcplint")
		cmd.Dir = filepath.Join("..", "..")
		if out, err := cmd.CombinedOutput(); err != nil {
			os.Stderr.Write(out)
			return 1
		}
		os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		os.Setenv("MCPLINT_CACHE", filepath.Join(bin, "cache"))
		os.Setenv("GOWORK", "off")
		return m.Run()
	}())
}

// repository makes a git repository of examples/booking. The first commit has
// no finding, the second has one. It returns the directory and the hash of the
// first commit.
func repository(t *testing.T) (dir, base string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "booking"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "desk", "again.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const again = "\t\tres, err = d.session.CallTool(ctx, params)\n"
	before := strings.Replace(string(text), again, "", 1)
	if before == string(text) {
		t.Fatalf("%s has changed", file)
	}
	commit := func(text string) (hash string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "a change"}, {"rev-parse", "HEAD"}} {
			cmd := exec.Command("git", append([]string{"-c", "user.name=ci", "-c", "user.email=ci@example.com"}, args...)...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
			hash = strings.TrimSpace(string(out))
		}
		return hash
	}
	base = commit(before)
	head := commit(string(text))
	if base == head {
		t.Fatal("no change")
	}
	return dir, base
}

// sh runs a script as the services do, apart from what installs mcplint.
func sh(t *testing.T, dir, script string, env ...string) (code int, output string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-eo", "pipefail", "-c", strings.ReplaceAll(script, install, "mcplint version"))
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PWD="+dir), env...)
	out, err := cmd.CombinedOutput()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	t.Logf("%s\nexit code %d\n%s", script, cmd.ProcessState.ExitCode(), out)
	return cmd.ProcessState.ExitCode(), string(out)
}

func parse(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestWorkflowsAreValid(t *testing.T) {
	for _, name := range []string{"github.yml", "reviewdog.yml", "../../.github/workflows/ci.yml"} {
		linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := linter.LintFile(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range found {
			t.Error(e)
		}
	}
}

// A workflow is what the tests need of one.
type workflow struct {
	Jobs map[string]struct {
		Steps []struct{ Name, Run string }
	}
}

func TestGitHub(t *testing.T) {
	var w workflow
	parse(t, "github.yml", &w)
	dir, base := repository(t)
	env := []string{"RUNNER_TEMP=" + t.TempDir(), "BASE=" + base}
	ran := 0
	for _, step := range w.Jobs["mcplint"].Steps {
		if step.Run == "" {
			continue
		}
		ran++
		code, out := sh(t, dir, step.Run, env...)
		last := step.Name == "Findings of the pull request"
		if last && (code != 1 || !strings.Contains(out, "::warning file=desk/again.go") || !strings.Contains(out, "1 introduced")) {
			t.Errorf("%s: exit code %d\n%s", step.Name, code, out)
		} else if !last && code != 0 {
			t.Errorf("%s: exit code %d", step.Name, code)
		}
	}
	if ran != 4 {
		t.Errorf("%d steps have commands", ran)
	}
	var log struct {
		Version string
		Runs    []struct{ Results []any }
	}
	text, err := os.ReadFile(filepath.Join(dir, "mcplint.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &log); err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) != 1 {
		t.Errorf("%+v, %v", log, err)
	}
}

func TestGitLab(t *testing.T) {
	var config map[string]struct {
		Script       []string
		AllowFailure struct {
			ExitCodes []int `yaml:"exit_codes"`
		} `yaml:"allow_failure"`
		Artifacts struct{ Reports map[string]string }
	}
	parse(t, "gitlab-ci.yml", &config)
	job := config["mcplint"]
	dir, _ := repository(t)
	code, _ := sh(t, dir, strings.Join(job.Script, "\n"), "GOPATH="+goenv(t, "GOPATH"))
	if len(job.AllowFailure.ExitCodes) != 1 || code != job.AllowFailure.ExitCodes[0] {
		t.Errorf("exit code %d", code)
	}
	text, err := os.ReadFile(filepath.Join(dir, job.Artifacts.Reports["codequality"]))
	if err != nil {
		t.Fatal(err)
	}
	var report []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal(text, &report); err != nil || len(report) != 1 || report[0].Location.Path != "desk/again.go" ||
		report[0].Location.Lines.Begin == 0 || report[0].Fingerprint == "" || report[0].Severity == "" {
		t.Errorf("%+v, %v", report, err)
	}
}

func goenv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// reviewdog reads rdjson as this does.
func TestReviewdog(t *testing.T) {
	var w workflow
	parse(t, "reviewdog.yml", &w)
	dir, _ := repository(t)
	steps := w.Jobs["mcplint"].Steps
	produce, consume, ok := strings.Cut(steps[len(steps)-1].Run, " | ")
	if !ok || !strings.HasPrefix(consume, "reviewdog -f=rdjson ") {
		t.Fatalf("the last step is %s", steps[len(steps)-1].Run)
	}
	code, out := sh(t, dir, produce)
	var result rdf.DiagnosticResult
	if err := protojson.Unmarshal([]byte(out), &result); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v", code, err)
	}
	if len(result.Diagnostics) != 1 || result.Diagnostics[0].GetLocation().GetPath() != "desk/again.go" || result.Diagnostics[0].GetCode().GetValue() != "retrywrite" {
		t.Errorf("%v", &result)
	}
}

func TestPreCommit(t *testing.T) {
	var hooks []struct {
		ID, Name, Entry, Language string
		Args, Types               []string
		TypesOr                   []string `yaml:"types_or"`
		PassFilenames             *bool    `yaml:"pass_filenames"`
	}
	parse(t, filepath.Join("..", "..", ".pre-commit-hooks.yaml"), &hooks)
	ids := map[string]bool{}
	for _, h := range hooks {
		ids[h.ID] = true
		if h.Name == "" || h.Language != "golang" || len(h.Types)+len(h.TypesOr) == 0 || h.PassFilenames == nil || *h.PassFilenames {
			t.Errorf("%+v", h)
		}
		dir, _ := repository(t)
		code, out := sh(t, dir, h.Entry+" "+strings.Join(h.Args, " "))
		if code > 1 {
			t.Errorf("%s: exit code %d\n%s", h.ID, code, out)
		}
		if h.ID == "mcplint" && code != 1 {
			t.Errorf("%s passes a commit with a finding", h.ID)
		}
	}
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct{ ID string }
		}
	}
	parse(t, "pre-commit-config.yaml", &config)
	for _, r := range config.Repos {
		for _, h := range r.Hooks {
			if !ids[h.ID] || r.Rev == "" {
				t.Errorf("there is no hook %s at %q", h.ID, r.Rev)
			}
		}
	}
}

func TestMake(t *testing.T) {
	makefile, err := filepath.Abs("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(makefile)
	if err != nil {
		t.Fatal(err)
	}
	dir, _ := repository(t)
	// What make would run, so that the test does not need it.
	recipe := func(target string) string {
		var lines []string
		in := false
		for line := range strings.Lines(string(text)) {
			switch {
			case strings.HasPrefix(line, "\t") && in:
				lines = append(lines, strings.ReplaceAll(strings.TrimSpace(line), "$$", "$"))
			default:
				in = strings.HasPrefix(line, target+":")
			}
		}
		return strings.Join(lines, "\n")
	}
	for _, step := range []struct {
		target string
		code   int
		says   string
	}{
		{"vet", 1, "desk/again.go"},
		{"baseline", 0, "1 finding"},
		{"new", 0, "0 introduced, 0 fixed, 1 preexisting"},
	} {
		code, out := sh(t, dir, recipe(step.target))
		if code != step.code || !strings.Contains(out, step.says) {
			t.Errorf("%s: exit code %d\n%s", step.target, code, out)
		}
	}
	if path, err := exec.LookPath("make"); err == nil {
		out, err := exec.Command(path, "-n", "-f", makefile, "vet", "baseline", "new").CombinedOutput()
		if err != nil || bytes.Count(out, []byte("\n")) != 3 {
			t.Errorf("make -n: %v\n%s", err, out)
		}
	}
}
