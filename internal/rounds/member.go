// This file finds a member in parameters that were encoded before they reached
// the request.

package rounds

import (
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// memberOf lists what the member path of in can be. There may be no such
// member; where that cannot be told, it is something unknown, and never what
// else is in there.
func memberOf(in identity.Term, path string) (list []identity.Term, empty bool) {
	if t, ok := in.Field(path); ok {
		return ways(t)
	}
	if in.Kind == identity.Compose {
		switch in.Name {
		case "struct", "map":
			return nil, true
		case "either":
			for _, way := range in.Sub {
				l, e := memberOf(way, path)
				list, empty = append(list, l...), empty || e
			}
			return list, empty
		}
		if knowledge.Encodes(in.Name) && len(in.Sub) > 0 {
			return memberOf(in.Sub[0], path)
		}
	}
	return unknown(path), false
}

func unknown(path string) []identity.Term {
	return []identity.Term{{Kind: identity.Opaque, Name: path}}
}
