// This file tells identities of the transport by types and fields.

package identity

import (
	"go/types"
	"strings"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// sameName reports whether two path elements mean the same member: a Go field,
// a map key or a JSON name of it.
func sameName(a, b string) bool {
	return strings.EqualFold(strings.Trim(a, `"`), strings.Trim(b, `"`))
}

// typedIdentity tells identities by the type and field that hold them.
func typedIdentity(t types.Type, path []string) (Kind, bool) {
	for _, f := range path {
		if strings.HasPrefix(f, `"`) {
			// An entry of _meta, or of a decoded message.
			if id, ok := knowledge.IdentityKey(strings.Trim(f, `"`)); ok {
				return kindOf(id)
			}
			return 0, false
		}
		st := ssaval.Struct(t)
		if st == nil {
			return 0, false
		}
		found := false
		for i := range st.NumFields() {
			if st.Field(i).Name() != f {
				continue
			}
			if k, ok := fieldIdentity(t, i); ok {
				return k, true
			}
			t, found = st.Field(i).Type(), true
			break
		}
		if !found {
			return 0, false
		}
	}
	return 0, false
}

func kindOf(id knowledge.Identity) (Kind, bool) {
	switch id {
	case knowledge.RPCID:
		return RPCID, true
	case knowledge.SessionID:
		return SessionID, true
	case knowledge.EventID:
		return EventID, true
	case knowledge.ProgressToken:
		return Progress, true
	case knowledge.SubscriptionID:
		return Subscription, true
	case knowledge.RequestState:
		return RequestState, true
	case knowledge.TaskID:
		return TaskID, true
	}
	return 0, false
}
