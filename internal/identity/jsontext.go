// This file names the values in a JSON text that is put together.

package identity

import (
	"go/types"
	"strings"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// jsonMember matches the end of a JSON text up to the value of a member.
var jsonMember = lazy.Regexp(`"([A-Za-z0-9_./:-]+)"\s*:\s*"?$`)

// formatVerb matches a verb of fmt, or a %.
var formatVerb = lazy.Regexp(`%(?:%|[-+# 0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[a-zA-Z])`)

// members names the values that are formatted into a JSON text as members of
// it: `{"idempotency_key":%q}`. args[0] is the format.
func members(args []Term) {
	format, ok := args[0].Constant()
	if !ok || !strings.Contains(format, `":`) {
		return
	}
	arg := 1
	for _, at := range formatVerb().FindAllStringIndex(format, -1) {
		verb := format[at[0]:at[1]]
		if verb == "%%" {
			continue
		}
		if strings.Contains(verb, "*") {
			return // takes more than one argument
		}
		if m := jsonMember().FindStringSubmatch(format[:at[0]]); m != nil && arg < len(args) {
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
	if m := jsonMember().FindStringSubmatch(text); m != nil {
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

// fieldIdentity returns what field i of a struct type holds: by the tables, or
// as the id of a hand-written JSON-RPC message.
func fieldIdentity(t types.Type, i int) (Kind, bool) {
	t = ssaval.Deref(t)
	st := ssaval.Struct(t)
	if st == nil || i >= st.NumFields() {
		return 0, false
	}
	if id, ok := knowledge.IdentityField(knowledge.TypeName(t) + "." + st.Field(i).Name()); ok {
		return kindOf(id)
	}
	tag := ssaval.JSONName(st, i)
	if id, ok := knowledge.IdentityKey(tag); ok && tag != "" {
		return kindOf(id)
	}
	if tag == "id" && ssaval.HasJSONName(st, "jsonrpc") {
		return RPCID, true
	}
	return 0, false
}
