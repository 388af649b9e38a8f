package output

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	faint = "\x1b[2m"
	reset = "\x1b[0m"
)

// Text writes one line for each finding, "file:line:column: rule: message",
// as go vet prints it.
func Text(w io.Writer, r *finding.Report, o Options) error {
	out := bufio.NewWriter(w)
	paint := func(color, s string) string {
		if o.Color {
			return color + s + reset
		}
		return s
	}
	for _, f := range r.Findings {
		fmt.Fprintf(out, "%s: %s: %s\n", paint(bold, o.place(f.Pos)), paint(red, f.Rule), f.Message)
		if o.Context >= 0 {
			excerpt(out, f, o, paint)
		}
		for _, n := range f.Related {
			fmt.Fprintf(out, "%s: \t%s\n", o.place(n.Pos), n.Message)
		}
	}
	return out.Flush()
}

// excerpt writes the lines of the finding and o.Context lines around it.
func excerpt(out io.Writer, f finding.Finding, o Options, paint func(color, s string) string) {
	text, err := os.ReadFile(f.Pos.File)
	if err != nil {
		return
	}
	lines := strings.Split(string(text), "\n")
	for n := max(1, f.Pos.Line-o.Context); n <= min(len(lines), f.Pos.Line+o.Context); n++ {
		line := strings.TrimRight(lines[n-1], "\r")
		if n == f.Pos.Line {
			fmt.Fprintf(out, "%d\t%s\n", n, line)
		} else {
			fmt.Fprintf(out, "%d\t%s\n", n, paint(faint, line))
		}
	}
}

// Problems writes what could not be analysed, for people: to standard error,
// whatever the format of the findings is.
func Problems(w io.Writer, r *finding.Report, o Options) error {
	out := bufio.NewWriter(w)
	for _, p := range r.Problems {
		if p.Pos.IsValid() {
			fmt.Fprintf(out, "%s: ", o.place(p.Pos))
		}
		fmt.Fprintf(out, "%s: %s\n", p.Kind, p.Message)
	}
	return out.Flush()
}
