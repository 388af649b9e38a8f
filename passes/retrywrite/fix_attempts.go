package retrywrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/edit"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

const temporalPackage = "go.temporal.io/sdk/temporal"

// oneAttempt limits an activity to one attempt, where its options are written
// for it alone.
func (f fixer) oneAttempt() *analysis.SuggestedFix {
	if f.rep.Vehicle == nil || !strings.HasPrefix(f.rep.Vehicle.Func, "go.temporal.io/sdk/workflow.Execute") {
		return nil
	}
	call, around := f.call(f.rep.At.Pos())
	if call == nil {
		return nil
	}
	var body ast.Node
	for _, n := range around {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			body = n
		}
		if body != nil {
			break
		}
	}
	options := f.activityOptions(body)
	if options == nil {
		return nil // made elsewhere, or for more than one activity
	}
	policy, ok := element(options, "RetryPolicy")
	if !ok {
		return nil
	}
	if policy != nil {
		return f.limit(policy)
	}
	q, edits := edit.In(f.pass, options.Pos()).Import(options.Pos(), temporalPackage, "temporal")
	edits = append(edits, addElement(options, "RetryPolicy: &"+q+"RetryPolicy{MaximumAttempts: 1}"))
	return edit.Fix("Limit the activity to one attempt", edits...)
}

// activityOptions returns the only options literal of a function that executes
// only one activity.
func (f fixer) activityOptions(body ast.Node) *ast.CompositeLit {
	if body == nil {
		return nil
	}
	var found *ast.CompositeLit
	executed, several := 0, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn, ok := f.callee(n); ok && strings.HasPrefix(fn, "go.temporal.io/sdk/workflow.Execute") {
				executed++
			}
		case *ast.CompositeLit:
			if strings.HasSuffix(knowledge.TypeName(f.pass.TypesInfo.TypeOf(n)), "ActivityOptions") {
				several = several || found != nil
				found = n
			}
		}
		return true
	})
	if executed != 1 || several {
		return nil
	}
	return found
}

func (f fixer) callee(call *ast.CallExpr) (string, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	fn, ok := f.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok {
		return "", false
	}
	return knowledge.Name(fn), true
}

// element returns what a literal gives a field, nil if it leaves it out. It
// reports false for a literal whose fields are not named.
func element(lit *ast.CompositeLit, field string) (ast.Expr, bool) {
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == field {
			return kv.Value, true
		}
	}
	return nil, true
}

// limit sets MaximumAttempts in a policy literal.
func (f fixer) limit(policy ast.Expr) *analysis.SuggestedFix {
	u, ok := ast.Unparen(policy).(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return nil
	}
	lit, ok := u.X.(*ast.CompositeLit)
	if !ok || !strings.HasSuffix(knowledge.TypeName(f.pass.TypesInfo.TypeOf(lit)), ".RetryPolicy") {
		return nil
	}
	attempts, ok := element(lit, "MaximumAttempts")
	if !ok {
		return nil
	}
	if attempts != nil {
		return edit.Fix("Limit the activity to one attempt", edit.Replace(attempts.Pos(), attempts.End(), "1"))
	}
	return edit.Fix("Limit the activity to one attempt", addElement(lit, "MaximumAttempts: 1"))
}

// addElement adds a key-value element at the end of a composite literal.
func addElement(lit *ast.CompositeLit, text string) analysis.TextEdit {
	if len(lit.Elts) == 0 {
		return edit.Insert(lit.Rbrace, text)
	}
	last := lit.Elts[len(lit.Elts)-1]
	if last.End()+1 < lit.Rbrace {
		// The closing brace stands on a line of its own, behind a comma.
		return edit.Insert(last.End(), ",\n"+text)
	}
	return edit.Insert(last.End(), ", "+text)
}
