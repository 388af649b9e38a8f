package words

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string][]string{
		"":                   nil,
		"book_room":          {"book", "room"},
		"bookRoom":           {"book", "room"},
		"StatusRolledBack":   {"status", "rolled", "back"},
		"HTTPStatusID":       {"http", "status", "id"},
		"v2Status":           {"v2", "status"},
		"not-executed (yet)": {"not", "executed", "yet"},
		"ROLLED_BACK":        {"rolled", "back"},
		"a.b":                {"a", "b"},
	} {
		if got := Split(name); !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q, want %q", name, got, want)
		}
	}
}
