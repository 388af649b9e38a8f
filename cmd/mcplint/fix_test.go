package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fixCases are cases of the corpus that have fixes, with golden files: those
// that need no more than the SDKs and one small library, since go vet -fix
// analyses all dependencies again.
var fixCases = []string{"retrywrite/fixes/sequence", "retrywrite/fixes/backoff5"}

// copyCases copies the cases with fixes into a module of their own, and
// returns its directory and the golden files by the file they are of.
func copyCases(t *testing.T) (dir string, golden map[string]string) {
	t.Helper()
	corpus := filepath.Join("..", "..", "testdata", "src")
	dir = write(t, "")
	golden = map[string]string{}
	put := func(name string) {
		text, err := os.ReadFile(filepath.Join(corpus, name))
		if err != nil {
			t.Fatal(err)
		}
		if file, ok := strings.CutSuffix(name, ".golden"); ok {
			golden[filepath.Join(dir, file)] = string(text)
			return
		}
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("go.mod")
	put("go.sum")
	for _, name := range fixCases {
		entries, err := os.ReadDir(filepath.Join(corpus, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			put(filepath.Join(name, e.Name()))
		}
	}
	if len(golden) == 0 {
		t.Fatal("no golden files")
	}
	return dir, golden
}

// All drivers make the same files of the same cases.
func TestFix(t *testing.T) {
	for name, apply := range map[string]func(dir string) result{
		"standalone": func(dir string) result { return mcplint(t, dir, "-fix", "./...") },
		"go vet":     func(dir string) result { return vet(t, dir, "-fix", "./...") },
		"go fix": func(dir string) result {
			return command(t, dir, nil, "go", "fix", "-fixtool="+binary, "./...")
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, golden := copyCases(t)
			apply(dir)
			for file, want := range golden {
				got, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if string(got) != want {
					t.Errorf("%s is\n%s\nwant\n%s", file, got, want)
				}
			}
			// What was fixed compiles, and is found no more.
			again := mcplint(t, dir, "-diff", "./...")
			expect(t, again, 0)
			if again.stdout != "" {
				t.Error("there is more to fix")
			}
		})
	}
}

// The diff is that of the golden files, and nothing is written.
func TestDiff(t *testing.T) {
	dir, golden := copyCases(t)
	before := map[string]string{}
	for file := range golden {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before[file] = string(text)
	}
	r := mcplint(t, dir, "-diff", "./...")
	expect(t, r, 1, "--- a/retrywrite/fixes/", "+++ b/retrywrite/fixes/", "@@ ")
	if n := strings.Count(r.stdout, "--- a/"); n != len(golden) {
		t.Errorf("the diff is of %d files, want %d", n, len(golden))
	}
	for file, want := range before {
		if got, _ := os.ReadFile(file); string(got) != want {
			t.Errorf("-diff changes %s", file)
		}
	}
	under := vet(t, dir, "-fix", "-diff", "./...")
	expect(t, under, 1)
	for line := range strings.Lines(r.stdout) {
		if strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++") && !strings.Contains(under.stdout, line) {
			t.Errorf("go vet's diff lacks %q", line)
		}
	}
}
