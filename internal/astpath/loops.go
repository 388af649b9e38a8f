package astpath

import "go/ast"

// Loops visits the nodes below n, as [ast.Inspect] does, and says of each
// whether it is in the body of a loop. What stands in the head of an outermost
// loop is left out.
func Loops(n ast.Node, visit func(n ast.Node, inLoop bool) bool) {
	var walk func(n ast.Node, inLoop bool)
	walk = func(n ast.Node, inLoop bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			if m == nil {
				return true // the end of a node
			}
			if body := loopBody(m); body != nil && !inLoop {
				walk(body, true)
				return false
			}
			return visit(m, inLoop)
		})
	}
	walk(n, false)
}

func loopBody(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	}
	return nil
}
