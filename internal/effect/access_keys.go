// This file answers whether a key is made of an identity of the transport, and whether
// it is stable.

package effect

import (
	"slices"

	"github.com/mcprecovery/mcplint/internal/identity"
)

// transportKinds are the identities that belong to the transport of a request
// and not to the operation.
var transportKinds = []identity.Kind{
	identity.RPCID, identity.SessionID, identity.EventID, identity.Progress,
	identity.Subscription, identity.RequestState, identity.TaskID,
}

// TransportIdentity returns the kind of transport identity that t is made of,
// if it is.
func TransportIdentity(t identity.Term) (identity.Kind, bool) {
	var kind identity.Kind
	found := false
	t.Walk(func(s identity.Term) bool {
		if slices.Contains(transportKinds, s.Kind) {
			kind, found = s.Kind, true
		}
		return !found
	})
	return kind, found
}

// StableKey reports whether a key is the same in all attempts of a repetition,
// whatever it is.
func (e *Engine) StableKey(r Repetition, key identity.Term) bool {
	if _, transport := TransportIdentity(key); transport {
		return true // of that there is more to say
	}
	return e.stable(r, key)
}
