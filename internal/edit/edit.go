// Package edit makes the text edits of fixes. It changes no syntax tree, so
// that analyzers which share one do not see each other's fixes, and it reads
// no file: what it needs to know of the layout it takes from positions, which
// are right for code as gofmt leaves it.
package edit

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Fix makes a fix of edits: sorted, and without repetition, as two parts of a
// fix may ask for the same import. It returns nil if edits overlap.
func Fix(message string, edits ...analysis.TextEdit) *analysis.SuggestedFix {
	edits = slices.Clone(edits)
	for i := range edits {
		if !edits[i].End.IsValid() {
			edits[i].End = edits[i].Pos
		}
	}
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	edits = slices.CompactFunc(edits, func(a, b analysis.TextEdit) bool {
		return a.Pos == b.Pos && a.End == b.End && string(a.NewText) == string(b.NewText)
	})
	for i := 1; i < len(edits); i++ {
		if edits[i].Pos < edits[i-1].End {
			return nil
		}
	}
	return &analysis.SuggestedFix{Message: message, TextEdits: edits}
}

// Insert inserts text at pos.
func Insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// Replace replaces what is between pos and end.
func Replace(pos, end token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: end, NewText: []byte(text)}
}

// Wrap puts text before and behind an expression: Wrap(err, "wrap(", ")").
// Unless that encloses it, it is put in parentheses where it would otherwise
// fall apart: Wrap(x, "!", "").
func Wrap(e ast.Expr, before, behind string) []analysis.TextEdit {
	if !encloses(before, behind) && !primary(e) {
		before, behind = before+"(", ")"+behind
	}
	return []analysis.TextEdit{Insert(e.Pos(), before), Insert(e.End(), behind)}
}

// encloses reports whether an expression between before and behind is an
// argument, an operand in parentheses or an index.
func encloses(before, behind string) bool {
	before = strings.TrimRight(before, " ")
	return before != "" && behind != "" &&
		strings.ContainsRune("([,", rune(before[len(before)-1])) && strings.ContainsRune(")],", rune(behind[0]))
}

// primary reports whether an operator put before or behind e takes all of it.
func primary(e ast.Expr) bool {
	switch e.(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr, *ast.StarExpr, *ast.FuncLit:
		return false
	}
	return true
}
