package report

import (
	"go/parser"
	"go/token"
	"strings"
)

// Doc returns the documentation of an analyzer from the text of its doc.go:
// what stands in the package comment below "# Analyzer name" and begins with
// "name: ", that prefix left out. So the page that godoc shows and the help
// text are one. It returns "" if the comment has no such part, which the
// tests of the suite refuse.
func Doc(source, name string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	_, section, ok := strings.Cut("\n"+f.Doc.Text(), "\n# Analyzer "+name+"\n")
	if !ok {
		return ""
	}
	section, _, _ = strings.Cut(section, "\n# Analyzer ")
	text, ok := strings.CutPrefix(strings.TrimSpace(section), name+": ")
	if !ok {
		return ""
	}
	return text
}
