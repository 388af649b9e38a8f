// This file recognises that a person was asked.

package outcome

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// asksPerson reports whether a call reads what a person typed at a terminal,
// or the answer to an elicitation.
func (w *Walk) asksPerson(c *ssa.CallCommon, name string) bool {
	switch name {
	case "fmt.Scan", "fmt.Scanln", "fmt.Scanf", "golang.org/x/term.ReadPassword", "(*golang.org/x/term.Terminal).ReadLine":
		return true
	case "(*github.com/modelcontextprotocol/go-sdk/mcp.ServerSession).Elicit",
		"(*github.com/mark3labs/mcp-go/server.MCPServer).RequestElicitation":
		return true
	case "(*bufio.Reader).ReadString", "(*bufio.Reader).ReadLine", "(*bufio.Reader).ReadRune", "(*bufio.Scanner).Text", "(*bufio.Scanner).Scan",
		"fmt.Fscan", "fmt.Fscanln", "fmt.Fscanf":
		return len(c.Args) > 0 && fromStdin(c.Args[0], 0)
	}
	return false
}

// fromStdin reports whether a reader is made from os.Stdin.
func fromStdin(v ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if g, ok := x.X.(*ssa.Global); ok {
			return g.RelString(nil) == "os.Stdin"
		}
		return fromStdin(x.X, depth+1)
	case *ssa.Alloc:
		for _, r := range *x.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == x && fromStdin(st.Val, depth+1) {
				return true
			}
		}
	case *ssa.MakeInterface:
		return fromStdin(x.X, depth+1)
	case *ssa.ChangeInterface:
		return fromStdin(x.X, depth+1)
	case *ssa.Call:
		if fn := ssaval.Callee(&x.Call); fn != nil && !x.Call.IsInvoke() && strings.HasPrefix(fn.Name(), "New") {
			for _, a := range x.Call.Args {
				if fromStdin(a, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
