// This file reads //nolint comments.

package report

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Nolint holds what the //nolint comments of a package suppress.
type Nolint struct {
	fset   *token.FileSet
	ranges map[string][]lines // by physical file name
}

type lines struct{ from, to int }

// NolintLines finds what //nolint, //nolint:all and //nolint:mcplint (also in
// a list, and with a comment behind) cover: the line they stand on and, as in
// golangci-lint, what begins in the same column on the next line. Above a
// package clause that is the whole file.
func NolintLines(fset *token.FileSet, files []*ast.File) *Nolint {
	n := &Nolint{fset, make(map[string][]lines)}
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if nolints(c.Text) {
					n.add(f, c)
				}
			}
		}
	}
	return n
}

// Covers reports whether a diagnostic at pos is suppressed. Nothing is by nil.
func (n *Nolint) Covers(pos token.Pos) bool {
	if n == nil || len(n.ranges) == 0 {
		return false
	}
	p := n.fset.PositionFor(pos, false)
	return slices.ContainsFunc(n.ranges[p.Filename], func(l lines) bool {
		return l.from <= p.Line && p.Line <= l.to
	})
}

// nolints reports whether the comment is a //nolint that concerns mcplint.
func nolints(text string) bool {
	text, ok := strings.CutPrefix(strings.TrimLeft(text, "/ "), "nolint")
	if !ok {
		return false
	}
	list, ok := strings.CutPrefix(text, ":")
	if !ok {
		return text == "" || text[0] == ' '
	}
	list, _, _ = strings.Cut(list, "//")
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == "mcplint" || name == "all" {
			return true
		}
	}
	return false
}

func (n *Nolint) add(f *ast.File, c *ast.Comment) {
	at := n.fset.PositionFor(c.Pos(), false)
	l := lines{at.Line, at.Line}
	ast.Inspect(f, func(node ast.Node) bool {
		if node == nil {
			return false
		}
		if _, ok := node.(*ast.CommentGroup); ok {
			return false
		}
		p := n.fset.PositionFor(node.Pos(), false)
		if p.Line == at.Line+1 && p.Column == at.Column {
			l.to = max(l.to, n.fset.PositionFor(node.End(), false).Line)
		}
		return true
	})
	n.ranges[at.Filename] = append(n.ranges[at.Filename], l)
}
