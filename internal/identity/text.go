// This file looks for members in constant texts.

package identity

import (
	"encoding/json"
	"strconv"
)

// inTexts returns what stands at path in a constant text of JSON, the text
// itself if there is no such place to look at.
func inTexts(t Term, path []string) Term {
	for _, f := range path {
		next, ok := inText(t, f)
		if !ok {
			return t
		}
		t = next
	}
	return t
}

// inText returns a member of an object that a constant text of JSON holds:
// nothing if the object has no such member.
func inText(t Term, name string) (Term, bool) {
	text, ok := t.Constant()
	if !ok || len(text) < 2 {
		return Term{}, false
	}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &members) != nil {
		return Term{}, false
	}
	raw, ok := members[name]
	if !ok {
		return Term{Kind: Const, Name: "zero"}, true
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = string(raw)
	}
	return Term{Kind: Const, Name: strconv.Quote(s)}, true
}
