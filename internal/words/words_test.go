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

func TestQualified(t *testing.T) {
	for name, want := range map[string][]string{
		"listHTTPRoutes":        {"list", "http", "routes"},
		"get_v2_URL":            {"get", "v2", "url"},
		"mcp__srv__get":         {"mcp", "", "srv", "", "get"},
		"a__b___c_":             {"a", "", "b", "", "", "c"},
		"__a__":                 {"a"},
		"a/b.c-d":               {"a", "b", "c", "d"},
		"createUser2FA":         {"create", "user2", "fa"},
		"überweisung_ausführen": {"überweisung", "ausführen"},
	} {
		if got := Qualified(name); !slices.Equal(got, want) {
			t.Errorf("Qualified(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"retrywrite", "retrywite", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 2},
	} {
		if got := Distance([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
