package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/report"
)

// Annotate fills in what identifies a finding apart from its place: the
// enclosing declaration, the masked message and the fingerprint. The findings
// must be sorted. A file that cannot be read leaves the declaration empty.
func Annotate(findings []Finding) {
	files := map[string]*source{}
	ordinals := map[string]int{}
	for i := range findings {
		f := &findings[i]
		src, ok := files[f.Pos.File]
		if !ok {
			src = parse(f.Pos.File)
			files[f.Pos.File] = src
		}
		decl, name := src.at(f.Pos)
		f.Function = name
		f.Masked = mask(report.Text(f.Message), f.Package, locals(decl))
		key := strings.Join([]string{f.Rule, f.Package, f.Function, f.Masked}, "\x00")
		ordinals[key]++
		f.Fingerprint = hash(fmt.Sprintf("%s\x00%d", key, ordinals[key]))
	}
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// A source is a parsed file.
type source struct {
	fset *token.FileSet
	file *ast.File
}

func parse(name string) *source {
	s := &source{fset: token.NewFileSet()}
	text, err := os.ReadFile(name)
	if err != nil {
		return s
	}
	// What compiles parses; a partial tree is better than none.
	s.file, _ = parser.ParseFile(s.fset, name, text, parser.SkipObjectResolution)
	return s
}

// at returns the declaration that contains the position and its name, or
// nothing.
func (s *source) at(pos Position) (ast.Decl, string) {
	if s.file == nil {
		return nil, ""
	}
	tf := s.fset.File(s.file.FileStart)
	if tf == nil || pos.Line < 1 || pos.Line > tf.LineCount() {
		return nil, ""
	}
	p := tf.LineStart(pos.Line) + token.Pos(max(pos.Column-1, 0))
	for _, decl := range s.file.Decls {
		if within(decl, p) {
			return decl, declName(decl, p)
		}
	}
	return nil, ""
}

func within(n ast.Node, p token.Pos) bool { return n.Pos() <= p && p <= n.End() }

// declName names the declaration at p as readers do: "F", "(*T).M", "var x".
func declName(decl ast.Decl, p token.Pos) string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || len(d.Recv.List) == 0 {
			return d.Name.Name
		}
		return "(" + typeName(d.Recv.List[0].Type) + ")." + d.Name.Name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if !within(spec, p) {
				continue
			}
			switch s := spec.(type) {
			case *ast.ValueSpec:
				return d.Tok.String() + " " + s.Names[0].Name
			case *ast.TypeSpec:
				return "type " + s.Name.Name
			}
		}
	}
	return ""
}

// typeName prints a receiver's type without its type parameters.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return "*" + typeName(e.X)
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// locals returns the names that are declared inside the declaration.
func locals(decl ast.Decl) map[string]bool {
	fn, ok := decl.(*ast.FuncDecl)
	if !ok {
		return nil
	}
	names := map[string]bool{}
	add := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
				names[id.Name] = true
			}
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.LabeledStmt:
			add(n.Label)
		}
		return true
	})
	return names
}

var (
	positions = lazy.Regexp(`[^\s()\[\]"'` + "`" + `,;]+\.go:\d+(:\d+)?`)
	lines     = lazy.Regexp(`\bL\d+\b|\blines? \d+\b`)
	words     = lazy.Regexp(`[\pL_][\pL\pN_]*`)
)

// mask takes out of a message what changes when code is only moved or
// renamed: positions, the path of the own package, names of local variables.
func mask(message, pkg string, locals map[string]bool) string {
	s := positions().ReplaceAllString(message, "POS")
	s = lines().ReplaceAllString(s, "POS")
	if pkg != "" {
		s = strings.ReplaceAll(s, pkg+".", "")
	}
	return words().ReplaceAllStringFunc(s, func(w string) string {
		if locals[w] {
			return "_"
		}
		return w
	})
}
