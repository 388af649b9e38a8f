package report

import "strings"

// Doc returns the documentation of an analyzer from the text of its doc.go:
// what stands in the package comment, of // lines, below "# Analyzer name" and
// begins with "name: ", that prefix left out. So the page that godoc shows and
// the help text are one. It returns "" if the comment has no such part, which
// the tests of the suite refuse.
func Doc(source, name string) string {
	var comment strings.Builder
	comment.Grow(len(source))
	comment.WriteByte('\n')
	for line := range strings.Lines(source) {
		if strings.HasPrefix(line, "package ") {
			break
		}
		// A parser would do, but it would run at every start of the program,
		// once for each analyzer: see internal/lazy.
		if text, ok := strings.CutPrefix(line, "//"); ok {
			comment.WriteString(strings.TrimPrefix(text, " "))
		} else {
			comment.Reset()
			comment.WriteByte('\n')
		}
	}
	_, section, ok := strings.Cut(comment.String(), "\n# Analyzer "+name+"\n")
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
