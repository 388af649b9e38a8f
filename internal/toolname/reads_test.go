package toolname

import (
	"strings"
	"testing"
)

func TestReads(t *testing.T) {
	for name, want := range map[string]bool{
		"get_issue":             true,
		"delete_issue":          false,
		"":                      false,
		"?":                     false,
		"get_?":                 true,
		"get?":                  true,
		"list?Items":            true,
		"todo_list_?":           false, // todo_list_add
		"get_or_?":              false,
		"?_status":              false,
		"?_list":                false,
		"?status":               false, // a word is no name
		"?Status":               false,
		"?UserStatus":           false, // deleteUserStatus
		"?__get_issue":          true,
		"?__?":                  false,
		"?__delete_issue":       false,
		"mcp__?__list_issues":   true,
		"mcp__?__?":             false,
		"?list_issues":          true,
		"?resources_get":        true,
		"?resources_delete":     false,
		"?_list_issues":         false,
		"??get_issue":           true,
		"?get_?":                true,
		"github_get_?":          true,
		"?__resources_get":      true,
		"?__resources_get_?":    false,
		"search?":               true,
		"?search":               false,
		"get_?_and_delete_them": true, // as without a hole: the first verb decides
	} {
		if got := Reads(strings.ReplaceAll(name, "?", Hole)); got != want {
			t.Errorf("Reads(%q) = %v, want %v", name, got, want)
		}
	}
}
