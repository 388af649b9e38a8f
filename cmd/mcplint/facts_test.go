package main_test

import (
	"bytes"
	le "encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wrapped is a client of two packages: what lib does is a fact for its user.
const wrapped = `
-- go.mod --
module example.com/wrapped

go 1.24
-- lib/lib.go --
package lib

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

type Desk struct {
	URL  string
	last int64
}

func (d *Desk) Call(ctx context.Context, name string, args map[string]any) error {
	d.last++
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": d.last, "method": "tools/call",
		"params": map[string]any{"name": name, "arguments": args},
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Twice(f func() error) error {
	if err := f(); err != nil {
		return f()
	}
	return nil
}
-- use/use.go --
package use

import (
	"context"

	"example.com/wrapped/lib"
)

func Book(ctx context.Context, d *lib.Desk) error {
	return lib.Twice(func() error { return d.Call(ctx, "book_room", nil) })
}
`

// The facts of a package are the same bytes wherever it lies, and in whatever
// order packages are analysed: build caches are shared between machines.
func TestFactsAnywhere(t *testing.T) {
	exe, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	var first map[string][]byte
	for i, args := range [][]string{{"-p=1", "./..."}, {"-p=4", "./use", "./lib"}, {"-p=4", "./..."}} {
		dir := write(t, wrapped)
		// go vet keeps results by the hash of its tool, and facts that it
		// has are not written again.
		tool := filepath.Join(t.TempDir(), filepath.Base(binary))
		if err := os.WriteFile(tool, append(exe, byte(i), t.Name()[0]), 0o777); err != nil {
			t.Fatal(err)
		}
		work := t.TempDir()
		r := command(t, dir, []string{"GOTMPDIR=" + work}, "go", append([]string{"vet", "-work", "-vettool=" + tool}, args...)...)
		expect(t, r, 1, "use/use.go:10:18: retrywrite: ")
		got := facts(t, work)
		if len(got["example.com/wrapped/lib"]) == 0 {
			t.Fatal("lib has no facts")
		}
		if i == 0 {
			first = got
			continue
		}
		for name, text := range first {
			if !bytes.Equal(got[name], text) {
				t.Errorf("%q: the facts of %s differ", args, name)
			}
		}
	}
}

// A package of the standard library gets the file that unitchecker would have
// written for it, byte for byte: that it is not analysed does not show.
func TestStandardUnits(t *testing.T) {
	noop := filepath.Join(t.TempDir(), "noop")
	if r := command(t, "../..", nil, "go", "build", "-o", noop, "./bench/noop"); r.code != 0 {
		t.Fatal(r.stderr)
	}
	dir := write(t, wrapped)
	written := func(tool string) map[string][]byte {
		work := t.TempDir()
		exe := filepath.Join(t.TempDir(), filepath.Base(tool))
		text, err := os.ReadFile(tool)
		if err != nil {
			t.Fatal(err)
		}
		// The build cache keeps what this very tool has written, in an earlier
		// run of the test, too.
		if err := os.WriteFile(exe, append(text, exe...), 0o777); err != nil {
			t.Fatal(err)
		}
		r := command(t, dir, []string{"GOTMPDIR=" + work}, "go", "vet", "-work", "-vettool="+exe, "./...")
		if !strings.Contains(r.stderr, "WORK=") {
			t.Fatal(r.stderr)
		}
		return files(t, work)
	}
	want, got := written(noop), written(binary)
	for _, name := range []string{"runtime", "net/http", "vendor/golang.org/x/net/idna"} {
		if len(want[name]) == 0 {
			t.Errorf("nothing is written for %s", name)
		}
	}
	for name, text := range want {
		if !strings.HasPrefix(name, "example.com/") && !bytes.Equal(got[name], text) {
			t.Errorf("the file of %s has %d bytes and differs from unitchecker's, of %d", name, len(got[name]), len(text))
		}
	}
}

// facts returns the facts that go vet has written of the packages of the
// module, by their paths.
func facts(t *testing.T, work string) map[string][]byte {
	t.Helper()
	out := make(map[string][]byte)
	for path, text := range files(t, work) {
		if !strings.HasPrefix(path, "example.com/") {
			continue
		}
		// unitchecker writes "vetx", the two lengths, the types of the
		// package, which have positions, and the facts.
		if len(text) < 12 {
			t.Fatalf("the file of %s is too short", path)
		}
		types, facts := le.LittleEndian.Uint32(text[4:]), le.LittleEndian.Uint32(text[8:])
		if uint64(len(text)) != 12+uint64(types)+uint64(facts) {
			t.Fatalf("the file of %s has %d bytes of types, %d of facts and %d in all", path, types, facts, len(text))
		}
		out[path] = text[12+types:]
	}
	return out
}

// files returns what go vet has written of each package, by its path.
func files(t *testing.T, work string) map[string][]byte {
	t.Helper()
	out := make(map[string][]byte)
	configs, err := filepath.Glob(filepath.Join(work, "*", "*", "vet.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range configs {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var cfg struct{ ImportPath, VetxOutput string }
		if err := json.Unmarshal(text, &cfg); err != nil {
			t.Fatal(err)
		}
		if text, err = os.ReadFile(cfg.VetxOutput); err != nil {
			t.Fatal(err)
		}
		out[cfg.ImportPath] = text
	}
	return out
}
