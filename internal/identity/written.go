// This file slices what is written into a buffer or a hash.

package identity

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// writtenTo returns what a function has written into the buffer or the hash
// whose content a method returns.
func (w *slicing) writtenTo(fn *types.Func, args []ssa.Value, depth int) []Term {
	if len(args) == 0 || depth > maxDepth/2 || !gathers(fn, args[0].Type()) {
		return nil
	}
	into := args[0]
	if into.Referrers() == nil {
		return nil
	}
	var out []Term
	for _, r := range *into.Referrers() {
		c, ok := r.(*ssa.Call)
		if !ok {
			continue
		}
		m := ssaval.Callee(&c.Call)
		if m == nil || ssaval.Receiver(&c.Call) != into {
			continue
		}
		switch m.Name() {
		case "Write", "WriteString", "WriteByte", "WriteRune":
			if v := ssaval.Argument(&c.Call, 0); v != nil {
				out = append(out, w.value(v, nil, depth+1))
			}
		}
	}
	return out
}

// gathers: a method that returns what was written, or a hash of it.
func gathers(fn *types.Func, recv types.Type) bool {
	switch name := fn.Name(); knowledge.TypeName(ssaval.Deref(recv)) {
	case "strings.Builder":
		return name == "String"
	case "bytes.Buffer":
		return name == "String" || name == "Bytes"
	case "hash.Hash", "hash.Hash64", "hash.Hash32":
		return name == "Sum" || name == "Sum64" || name == "Sum32"
	}
	return false
}
