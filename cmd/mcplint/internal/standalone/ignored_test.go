package standalone

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestIgnored(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"all.go":  "package p\n",
		"one.go":  "//go:build one\n\npackage p\n",
		"two.go":  "//go:build two\n\npackage p\n",
		"two.txt": "//go:build two\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		tags, goflags string
		want          []string
	}{
		{"", "", []string{"one.go", "two.go"}},
		{"one", "", []string{"two.go"}},
		{"one,two", "", nil},
		{"", "-mod=mod -tags=one", []string{"two.go"}},
		{"", "'-tags=one,two'", nil},
		{"two", "-tags=one", []string{"one.go"}}, // the flag wins
		{"", "-tags=one -tags=two", []string{"one.go"}},
	} {
		t.Setenv("GOFLAGS", tt.goflags)
		var got []string
		ignored := newIgnored(tt.tags)
		for range 2 { // the second answer is remembered
			got = nil
			for _, name := range ignored.files(dir) {
				got = append(got, filepath.Base(name))
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("-tags=%s, GOFLAGS=%s: %q; want %q", tt.tags, tt.goflags, got, tt.want)
		}
	}
	if got := newIgnored("").files(filepath.Join(dir, "none")); got != nil {
		t.Errorf("a directory that is not there: %q", got)
	}
}
