package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run with other settings is not answered from the cache of one without,
// and the settings mean the same in both drivers.
func TestStrict(t *testing.T) {
	dir := write(t, desk)
	for range 2 {
		expect(t, mcplint(t, dir, "./..."), 1, "hotel/book.go:", "retrywrite: ", "book_room", "!list_rooms")
		expect(t, mcplint(t, dir, "-strict", "./..."), 1, "book_room", "list_rooms")
		expect(t, mcplint(t, dir, "-read=book_*", "./..."), 0)
		expect(t, mcplint(t, dir, "-strict", "-read=list_rooms,book_*", "./..."), 0)
		expect(t, mcplint(t, dir, "-write=list_*", "./..."), 1, "book_room", "list_rooms")
	}
	expect(t, vet(t, dir, "./..."), 1, "hotel/book.go:", "retrywrite: ", "book_room", "!list_rooms")
	expect(t, vet(t, dir, "-strict", "-read=book_*", "./..."), 1, "list_rooms", "!book_room")
}

// Results are cached, but never across settings, edits or copies.
func TestCache(t *testing.T) {
	const module = `
-- go.mod --
module example.com/cached

go 1.24
-- a.go --
package cached

//mcplint:read "docs"
const get = "get"
`
	dir := write(t, module)
	for range 2 {
		expect(t, mcplint(t, dir, "./..."), 0)
		expect(t, mcplint(t, dir, "-write=ge*", "./..."), 1, "a.go:3:1: contract: ")
	}
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package cached\n\n\n// mcplint:read \"docs\"\nconst a = \"a\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	expect(t, mcplint(t, dir, "./..."), 1, "a.go:4:1")

	// With -trimpath a copy has the same build id; its file names are its own.
	one, two := write(t, basic), write(t, basic)
	for _, dir := range []string{one, two} {
		r := command(t, filepath.Dir(dir), []string{"GOFLAGS=-trimpath"}, binary, "-C", dir, "-json", "./...")
		var doc struct {
			Findings []struct{ Position struct{ File string } }
		}
		if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
			t.Fatal(err)
		}
		if len(doc.Findings) == 0 || !strings.HasPrefix(doc.Findings[0].Position.File, filepath.Base(dir)+"/") {
			t.Errorf("findings of a copy: %+v", doc.Findings)
		}
	}
}

func TestCacheDir(t *testing.T) {
	dir := write(t, basic)
	expect(t, command(t, dir, []string{"MCPLINT_CACHE=relative"}, binary, "."), 3, "MCPLINT_CACHE")
	// No home, no cache, same result.
	env := []string{"MCPLINT_CACHE=", "HOME=", "XDG_CACHE_HOME=", "LocalAppData=", "GOCACHE=" + goEnv(t, "GOCACHE"), "GOMODCACHE=" + goEnv(t, "GOMODCACHE"), "GOPATH=" + goEnv(t, "GOPATH")}
	expect(t, command(t, dir, env, binary, "."), 1, "basic.go:5:1")
	own := filepath.Join(t.TempDir(), "deep", "cache")
	expect(t, command(t, dir, []string{"MCPLINT_CACHE=" + own}, binary, "."), 1, "basic.go:5:1")
	if _, err := os.Stat(filepath.Join(own, "README")); err != nil {
		t.Error(err)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	return strings.TrimSpace(command(t, ".", nil, "go", "env", name).stdout)
}
