package fix_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/fix"
)

func TestUnified(t *testing.T) {
	lines := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "line %d\n", i+1)
		}
		return b.String()
	}
	for name, test := range map[string]struct{ old, next, want string }{
		"equal":      {"a\n", "a\n", ""},
		"from empty": {"", "a\n", "--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n"},
		"to empty":   {"a\nb\n", "", "--- old\n+++ new\n@@ -1,2 +0,0 @@\n-a\n-b\n"},
		"changed":    {"a\nb\nc\n", "a\nx\nc\n", "--- old\n+++ new\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
		"no newline": {"a", "b", "--- old\n+++ new\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"},
		"two hunks": {lines(12), strings.NewReplacer("line 1\n", "one\n", "line 12\n", "twelve\n").Replace(lines(12)),
			"--- old\n+++ new\n@@ -1,4 +1,4 @@\n-line 1\n+one\n line 2\n line 3\n line 4\n@@ -9,4 +9,4 @@\n line 9\n line 10\n line 11\n-line 12\n+twelve\n"},
		"one hunk": {lines(8), strings.NewReplacer("line 1\n", "one\n", "line 8\n", "eight\n").Replace(lines(8)),
			"--- old\n+++ new\n@@ -1,8 +1,8 @@\n-line 1\n+one\n line 2\n line 3\n line 4\n line 5\n line 6\n line 7\n-line 8\n+eight\n"},
	} {
		if got := fix.Unified("old", "new", []byte(test.old), []byte(test.next)); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

// What Unified prints, patch undoes.
func TestUnifiedApplies(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Log("patch is not installed; the other test compares with fixed text")
		return
	}
	rng := rand.New(rand.NewPCG(1, 2))
	text := func() []byte {
		var b strings.Builder
		for range rng.IntN(40) {
			fmt.Fprintf(&b, "%d\n", rng.IntN(6))
		}
		return []byte(b.String())
	}
	for range 60 {
		old, next := text(), text()
		diff := fix.Unified("f", "f", old, next)
		if diff == "" {
			continue
		}
		file := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(file, old, 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(patch, "--fuzz=0", file)
		cmd.Stdin = strings.NewReader(diff)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, diff)
		}
		// patch removes a file that has become empty.
		if got, _ := os.ReadFile(file); string(got) != string(next) {
			t.Fatalf("patched to\n%s\nwant\n%s\nby\n%s", got, next, diff)
		}
	}
}
