package main

import (
	"os"
	"slices"
	"testing"
)

// TestPeerCommand: a peer with a configuration gets it as a file, and each is
// given the patterns of the subject.
func TestPeerCommand(t *testing.T) {
	s := subject{module: "example.com/m", patterns: []string{"./a", "./b/..."}}
	for _, p := range peers {
		args, err := p.command(t.TempDir(), "exe", s)
		if err != nil {
			t.Fatal(err)
		}
		if args[0] != "exe" || !slices.Equal(args[len(args)-2:], s.patterns) {
			t.Errorf("%s: %q", p.name, args)
		}
		i := slices.Index(args, "-c")
		if (i >= 0) != (p.config != "") {
			t.Fatalf("%s: %q", p.name, args)
		}
		if i < 0 {
			continue
		}
		if text, err := os.ReadFile(args[i+1]); err != nil || string(text) != p.config {
			t.Errorf("%s: %q, %v", p.name, text, err)
		}
	}
}
