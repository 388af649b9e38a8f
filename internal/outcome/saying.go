// This file knows what errors say that the program makes by itself.

package outcome

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// saysMark begins the mark of an Err whose whole text is known: it follows.
const saysMark = "says:"

// maxSaid bounds the texts that are kept.
const maxSaid = 120

// saying returns the mark of an error that says text.
func saying(text string) string {
	if len(text) > maxSaid || strings.Contains(text, "\n") {
		return ""
	}
	return saysMark + text
}

// says returns the text of an Err, if it is known.
func (a Abs) says() (string, bool) {
	if a.K != Err || a.Chain || a.Text {
		return "", false
	}
	for m := range strings.SplitSeq(a.S, "\n") {
		if text, ok := strings.CutPrefix(m, saysMark); ok {
			return text, true
		}
	}
	return "", false
}

// unsaid returns the marks of an error without its text: those that another
// error has that wraps it.
func unsaid(marks string) string {
	if !strings.Contains(marks, saysMark) {
		return marks
	}
	var out []string
	for m := range strings.SplitSeq(marks, "\n") {
		if !strings.HasPrefix(m, saysMark) {
			out = append(out, m)
		}
	}
	return strings.Join(out, "\n")
}

// said returns the mark of what a sentinel of this package says: the constant
// that it is made with.
func (e *Engine) said(g *ssa.Global) string {
	if mark, ok := e.sayings[g]; ok {
		return mark
	}
	mark, times := "", 0
	if g.Pkg != nil {
		if init := g.Pkg.Func("init"); init != nil {
			for st := range ssaval.All[*ssa.Store](init) {
				if st.Addr != g {
					continue
				}
				times++
				if c, ok := st.Val.(*ssa.Call); ok && len(c.Call.Args) == 1 {
					if fn := ssaval.Callee(&c.Call); fn != nil && fn.FullName() == "errors.New" {
						if text, ok := ssaval.String(c.Call.Args[0]); ok {
							mark = saying(text)
						}
					}
				}
			}
		}
	}
	if times != 1 {
		mark = ""
	}
	if e.sayings == nil {
		e.sayings = make(map[*ssa.Global]string)
	}
	e.sayings[g] = mark
	return mark
}
