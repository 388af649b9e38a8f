package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCompareBaseline(t *testing.T) {
	base := map[string]figures{"mcp": {Vet: 2, VetMB: 200, Standalone: 2, StandaloneMB: 100}}
	for _, tc := range []struct {
		name string
		is   map[string]figures
		want []string // pieces of the error
	}{
		{"the same", base, nil},
		{"within tolerance", map[string]figures{"mcp": {2.29, 229, 1, 114}}, nil},
		{"above", map[string]figures{"mcp": {2.31, 200, 2, 116}}, []string{"go vet", "2.31", "standalone, in MB, is 116"}},
		{"unknown", map[string]figures{"plain": {}}, []string{"plain is not in the baseline"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := compareBaseline(tc.is, base)
			if (err != nil) != (tc.want != nil) {
				t.Fatal(err)
			}
			for _, piece := range tc.want {
				if !strings.Contains(err.Error(), piece) {
					t.Errorf("%q lacks %q", err, piece)
				}
			}
		})
	}
}

func TestBaselineFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "baseline.json")
	if _, err := readBaseline(name); err == nil || !strings.Contains(err.Error(), "-update") {
		t.Errorf("no file: %v", err)
	}
	one, two := figures{Vet: 1.5}, figures{VetMB: 3}
	if err := writeBaseline(name, map[string]figures{"mcp": one}); err != nil {
		t.Fatal(err)
	}
	if err := writeBaseline(name, map[string]figures{"plain": two}); err != nil {
		t.Fatal(err)
	}
	got, err := readBaseline(name)
	if err != nil || len(got) != 2 || got["mcp"] != one || got["plain"] != two {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "{", "[]", `{"mcp": {"cpu": 1}}`, "{} {}"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readBaseline(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzReadBaseline(f *testing.F) {
	f.Add([]byte(`{"mcp": {"vet": 1.5, "vetMB": 3}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), "baseline.json")
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		readBaseline(name) // must not panic
	})
}
