// This file answers small questions about values and types.

package persist

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// elements returns the elements of a short list that is written out where it
// is used, and nothing unless all of them are known.
func elements(s *ssa.Slice) []ssa.Value {
	out, ok := ssaval.Elements(s)
	if !ok || len(out) > 64 || slices.Contains(out, nil) {
		return nil
	}
	return out
}

// deref is [ssaval.Deref] for a type that may not be known.
func deref(t types.Type) types.Type {
	if p, ok := under(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func under(t types.Type) types.Type { return orInvalid(t).Underlying() }

func orInvalid(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return t
}
