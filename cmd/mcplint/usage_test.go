package main_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/analyzers"
)

func TestUsage(t *testing.T) {
	dir := write(t, basic)
	for _, test := range []struct {
		args   string
		code   int
		pieces []string
	}{
		{"-strct ./...", 2, []string{"unknown flag -strct; did you mean -strict?"}},
		{"-zzzzzzzz ./...", 2, []string{"unknown flag -zzzzzzzz (", "!did you mean"}},
		{"./... -strict", 2, []string{"flag -strict must stand before the packages"}},
		{"-format=xml ./...", 2, []string{`unknown format "xml"`, "json", "text"}},
		{"-test=maybe", 2, []string{"-test"}},
		{"-with=nonesuch ./...", 2, []string{"nonesuch"}},
		{"-read=[ ./...", 2, []string{"-read"}},
		{"-calls=nonsense ./...", 2, []string{"-calls"}},
		{"explain", 2, []string{"explain takes the name of a rule"}},
		{"explain contarct", 2, []string{"unknown rule contarct; did you mean contract?"}},
		{"help nothing-like-it", 2, []string{"unknown rule"}},
		{"list all", 2, []string{"list takes no arguments"}},
		{"version 1", 2, []string{"version takes no arguments"}},
		{"completion tcsh", 2, []string{"bash, zsh, fish"}},
		{"baseline", 2, []string{"create, diff"}},
		{"baseline crate", 2, []string{"did you mean create?"}},
		{"baseline diff -baseline=nowhere.json", 2, []string{"nowhere.json", "baseline create"}},
		{"help", 0, []string{"Usage:", "Exit codes:", "-C dir", "-strict", "contract"}},
		{"-h", 0, []string{"Usage:"}},
		{"./... -h", 2, nil},
		{"-strict -h", 0, []string{"Usage:"}},
		{"version", 0, []string{"mcplint ", "go1."}},
		{"list", 0, []string{"contract"}},
		{"explain contract", 0, []string{"contract: ", "//mcplint:ignore contract", "https://"}},
		{"help contract", 0, []string{"contract: "}},
	} {
		r := mcplint(t, dir, strings.Fields(test.args)...)
		expect(t, r, test.code, test.pieces...)
		if test.code == 2 && (r.stdout != "" || strings.Count(r.stderr, "\n") != 1) {
			t.Errorf("%s: want one line on standard error", test.args)
		}
		if t.Failed() {
			t.Fatalf("mcplint %s", test.args)
		}
	}
}

// Every rule is listed, explained, and a flag in both drivers; so are the
// settings.
func TestRules(t *testing.T) {
	dir := t.TempDir()
	list := mcplint(t, dir, "list")
	help := mcplint(t, dir, "help")
	var flags []struct{ Name string }
	if err := json.Unmarshal([]byte(mcplint(t, dir, "-flags").stdout), &flags); err != nil {
		t.Fatal(err)
	}
	vetFlags := map[string]bool{}
	for _, f := range flags {
		vetFlags[f.Name] = true
	}
	for _, c := range analyzers.Checks() {
		if !strings.Contains("\n"+list.stdout, "\n"+c.Name()+" ") {
			t.Errorf("list lacks %s", c.Name())
		}
		if !vetFlags[c.Name()] {
			t.Errorf("-flags lacks %s", c.Name())
		}
		expect(t, mcplint(t, dir, "explain", c.Name()), 0, c.Name()+": "+c.Title(), c.Doc(), "Class "+c.Class, c.URL())
	}
	for _, name := range []string{"strict", "read", "write", "calls", "with", "trust-hints", "report-skips", "intentlog.journal"} {
		if !vetFlags[name] {
			t.Errorf("-flags lacks %s", name)
		}
		if !strings.Contains(help.stdout, "-"+name) {
			t.Errorf("help lacks %s", name)
		}
	}
}

func TestSettingsUnderVet(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/settings

go 1.24
-- a.go --
package settings

//mcplint:read "docs"
const get = "get"
`)
	expect(t, vet(t, dir, "."), 0)
	expect(t, vet(t, dir, "-write=ge*", "."), 1, "a.go:3:1: contract: ")
	expect(t, vet(t, dir, "-contract=false", "-write=ge*", "."), 0)
	var none []string
	for _, c := range analyzers.Checks() {
		none = append(none, "-"+c.Name()+"=false")
	}
	expect(t, mcplint(t, dir, append(none, ".")...), 2, "no rule is left")
	expect(t, vet(t, dir, "-read=[", "."), 1, "-read")
}

// The go command keys its cache by what the tool says of itself.
func TestVersionProtocol(t *testing.T) {
	r := mcplint(t, t.TempDir(), "-V=full")
	expect(t, r, 0, " version devel ", "buildID=")
	if strings.Count(r.stdout, "\n") != 1 {
		t.Errorf("want one line: %q", r.stdout)
	}
}

func TestVetJSON(t *testing.T) {
	r := vet(t, write(t, basic), "-json", "./lib")
	expect(t, r, 0, `"example.com/basic/lib"`, `"contract"`, `"category": "contract"`, "lib.go:3:1")
}

func TestCompletion(t *testing.T) {
	dir := t.TempDir()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		r := mcplint(t, dir, "completion", shell)
		expect(t, r, 0, "mcplint", "!FLAGS", "!RULES", "!COMMANDS")
		expect(t, r, 0, "contract")
		// A shell that is there says whether it can read the script.
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		check := exec.Command(path, "-n")
		check.Stdin = strings.NewReader(r.stdout)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s -n: %v\n%s", shell, err, out)
		}
	}
}
