// This file recognises the calls that put something on the wire.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// onWire returns what a call of fn puts on the wire: the request of an HTTP
// exchange or its body, or what is written to a pipe or socket; nil for any
// other call. Methods of this package are none: their bodies tell.
func (e *Engine) onWire(c ssa.CallInstruction, fn *types.Func) (ssa.Value, outcome.Shape) {
	common := c.Common()
	switch knowledge.Name(fn) {
	case "(*net/http.Client).Do", "(net/http.RoundTripper).RoundTrip", "(*net/http.Transport).RoundTrip":
		return ssaval.Argument(common, 0), outcome.HTTP
	case "net/http.Post", "(*net/http.Client).Post":
		return ssaval.Argument(common, 2), outcome.HTTP
	case "(*encoding/json.Encoder).Encode":
		return ssaval.Argument(common, 0), outcome.Handoff
	case "io.WriteString", "fmt.Fprintf", "fmt.Fprintln", "fmt.Fprint":
		args := common.Args
		if len(args) < 2 {
			return nil, 0 // nothing is written
		}
		if fn.Name() == "Fprintf" {
			return args[1], outcome.Handoff
		}
		return args[len(args)-1], outcome.Handoff
	}
	if !e.mayEmit(fn) {
		return nil, 0
	}
	n := fn.Signature().Params().Len()
	switch fn.Name() {
	case "Do":
		if n == 1 && knowledge.TypeName(fn.Signature().Results().At(0).Type()) == "*net/http.Response" {
			return ssaval.Argument(common, 0), outcome.HTTP
		}
	case "Write", "WriteJSON", "WriteString":
		return ssaval.Argument(common, 0), outcome.Handoff
	case "WriteMessage", "Send":
		return ssaval.Argument(common, n-1), outcome.Handoff
	}
	return nil, 0
}

// mayEmit: a method of another package that can fail, which is what a method
// that sends something looks like.
func (e *Engine) mayEmit(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && fn.Pkg() != e.Pass.Pkg && ssaval.CanFail(fn.Signature())
}
