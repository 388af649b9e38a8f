package fix

import (
	"bytes"
	"fmt"
	"strings"
)

// contextLines is the number of unchanged lines around a hunk.
const contextLines = 3

// maxTable bounds the table of the longest common subsequence. Beyond it the
// lines that differ are shown as one block: correct, only longer.
const maxTable = 4 << 20

// Unified returns the difference as a unified diff, or "" if there is none.
func Unified(oldName, newName string, old, next []byte) string {
	a, b := splitLines(old), splitLines(next)
	ops := compare(a, b)
	var out strings.Builder
	for start := 0; start < len(ops); {
		if ops[start].kind == ' ' {
			start++
			continue
		}
		// A hunk goes on until more unchanged lines follow than two
		// contexts hold.
		end, quiet := start, 0
		for i := start; i < len(ops) && quiet <= 2*contextLines; i++ {
			if ops[i].kind == ' ' {
				quiet++
			} else {
				end, quiet = i+1, 0
			}
		}
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
		}
		writeHunk(&out, ops[max(0, start-contextLines):min(len(ops), end+contextLines)])
		start = min(len(ops), end+contextLines)
	}
	return out.String()
}

// An op is one line of a diff.
type op struct {
	kind     byte // ' ', '-', '+'
	text     string
	old, new int // 1-based numbers of the next line on either side
}

func writeHunk(out *strings.Builder, ops []op) {
	var olds, news int
	for _, o := range ops {
		if o.kind != '+' {
			olds++
		}
		if o.kind != '-' {
			news++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(ops[0].old, olds), span(ops[0].new, news))
	for _, o := range ops {
		out.WriteByte(o.kind)
		out.WriteString(o.text)
		if !strings.HasSuffix(o.text, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

func span(start, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", start-1)
	case 1:
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, n)
}

func splitLines(text []byte) []string {
	var out []string
	for line := range bytes.Lines(text) {
		out = append(out, string(line))
	}
	return out
}

// compare aligns two lists of lines.
func compare(a, b []string) []op {
	prefix := 0
	for prefix < len(a) && prefix < len(b) && a[prefix] == b[prefix] {
		prefix++
	}
	suffix := 0
	for suffix < len(a)-prefix && suffix < len(b)-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	var ops []op
	i, j := 0, 0
	emit := func(kind byte) {
		o := op{kind: kind, old: i + 1, new: j + 1}
		if kind == '+' {
			o.text = b[j]
		} else {
			o.text = a[i]
		}
		ops = append(ops, o)
		if kind != '+' {
			i++
		}
		if kind != '-' {
			j++
		}
	}
	for range prefix {
		emit(' ')
	}
	endA, endB := len(a)-suffix, len(b)-suffix
	common := lcs(a[prefix:endA], b[prefix:endB])
	for i < endA || j < endB {
		switch {
		case i < endA && j < endB && a[i] == b[j] && common.at(i-prefix, j-prefix) == 1+common.at(i+1-prefix, j+1-prefix):
			emit(' ')
		case i < endA && (j == endB || common.at(i+1-prefix, j-prefix) >= common.at(i-prefix, j+1-prefix)):
			emit('-')
		default:
			emit('+')
		}
	}
	for range suffix {
		emit(' ')
	}
	return ops
}

// A table holds the lengths of the longest common subsequences of all pairs
// of tails; nil means all zero.
type table struct {
	cells []int32
	width int
}

func (t table) at(i, j int) int32 {
	if t.cells == nil {
		return 0
	}
	return t.cells[i*t.width+j]
}

func lcs(a, b []string) table {
	if (len(a)+1)*(len(b)+1) > maxTable {
		return table{}
	}
	t := table{cells: make([]int32, (len(a)+1)*(len(b)+1)), width: len(b) + 1}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			cell := &t.cells[i*t.width+j]
			if a[i] == b[j] {
				*cell = 1 + t.at(i+1, j+1)
			} else {
				*cell = max(t.at(i+1, j), t.at(i, j+1))
			}
		}
	}
	return t
}
