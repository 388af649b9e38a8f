package identity

import (
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// jsonMember matches the end of a JSON text up to the value of a member.
var jsonMember = regexp.MustCompile(`"([A-Za-z0-9_./:-]+)"\s*:\s*"?$`)

// formatVerb matches a verb of fmt, or a %.
var formatVerb = regexp.MustCompile(`%(?:%|[-+# 0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[a-zA-Z])`)

// members names the values that are formatted into a JSON text as members of
// it: `{"idempotency_key":%q}`. args[0] is the format.
func members(args []Term) {
	format, ok := args[0].Constant()
	if !ok || !strings.Contains(format, `":`) {
		return
	}
	arg := 1
	for _, at := range formatVerb.FindAllStringIndex(format, -1) {
		verb := format[at[0]:at[1]]
		if verb == "%%" {
			continue
		}
		if strings.Contains(verb, "*") {
			return // takes more than one argument
		}
		if m := jsonMember.FindStringSubmatch(format[:at[0]]); m != nil && arg < len(args) {
			args[arg] = Term{Kind: Entry, Name: m[1], Sub: []Term{args[arg]}}
		}
		arg++
	}
}

// member names the right operand of a concatenation with a JSON text.
func member(left, right Term) Term {
	text := lastText(left)
	if !strings.Contains(text, `":`) {
		return right
	}
	if m := jsonMember.FindStringSubmatch(text); m != nil {
		return Term{Kind: Entry, Name: m[1], Sub: []Term{right}}
	}
	return right
}

// lastText returns the constant that a concatenation ends with.
func lastText(t Term) string {
	if s, ok := t.Constant(); ok {
		return s
	}
	if t.Kind == Compose && t.Name == "+" && len(t.Sub) == 2 {
		return lastText(t.Sub[1])
	}
	return ""
}

// formats reports whether a function formats its arguments by a format.
func formats(name string) bool {
	switch name {
	case "fmt.Sprintf", "fmt.Appendf", "fmt.Errorf":
		return true
	}
	return false
}

// tagOf returns the JSON name of field i of a struct type, "" if it has none
// of its own.
func tagOf(t types.Type, i int) string {
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return ""
	}
	return jsonName(st.Tag(i))
}

func jsonName(tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if name == "-" {
		return ""
	}
	return name
}

// fieldIdentity returns what field i of a struct type holds: by the tables, or
// as the id of a hand-written JSON-RPC message.
func fieldIdentity(t types.Type, i int) (Kind, bool) {
	t = deref(t)
	st, ok := t.Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return 0, false
	}
	if id, ok := knowledge.IdentityField(knowledge.TypeName(t) + "." + st.Field(i).Name()); ok {
		return kindOf(id)
	}
	tag := jsonName(st.Tag(i))
	if id, ok := knowledge.IdentityKey(tag); ok && tag != "" {
		return kindOf(id)
	}
	if tag != "id" {
		return 0, false
	}
	for j := range st.NumFields() {
		if jsonName(st.Tag(j)) == "jsonrpc" {
			return RPCID, true
		}
	}
	return 0, false
}
