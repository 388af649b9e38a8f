// This file puts the flow to a finding into its message, and takes it out again.

package report

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"
)

// A Step is one step of a flow.
type Step struct {
	Text string
	Pos  token.Pos // or NoPos if the step is in another package
	Ref  string    // "import/path/file.go:line", used if Pos is NoPos
}

// The flow stands at the end of the message, between these.
const (
	flowOpen  = " (via "
	flowClose = ")"
)

// fold tells the flow in one line, to be put behind the message.
func fold(fset *token.FileSet, flow []Step) string {
	if len(flow) == 0 {
		return ""
	}
	var parts []string
	for _, s := range flow {
		ref := s.Ref
		if s.Pos.IsValid() {
			p := fset.Position(s.Pos)
			ref = fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
		}
		switch {
		case ref == "":
			parts = append(parts, s.Text)
		case s.Text == "":
			parts = append(parts, ref)
		default:
			parts = append(parts, s.Text+" at "+ref)
		}
	}
	return flowOpen + strings.Join(parts, " -> ") + flowClose
}

// Text returns the message of a diagnostic without its flow. It holds no line
// number, so that it is the same wherever the code moves.
func Text(message string) string {
	if i := strings.LastIndex(message, flowOpen); i >= 0 && strings.HasSuffix(message, flowClose) {
		return message[:i]
	}
	return message
}
