// This file finds the words of the protocol in a package.

package stream

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// words are the words of the protocol that the package's code has.
type words struct {
	mcp bool
}

// versions are the editions of the protocol.
var versions = map[string]bool{
	"2024-11-05": true, "2025-03-26": true, "2025-06-18": true, "2025-11-25": true, Modern: true,
}

// Modern is the first edition without sessions, initialize and resumption.
const Modern = "2026-07-28"

// Word reports whether s is a word that only the Model Context Protocol has.
func Word(s string) bool {
	if len(s) > 4096 {
		return false
	}
	if methods[s] && strings.Contains(s, "/") || versions[s] {
		return true
	}
	if strings.HasPrefix(s, "io.modelcontextprotocol/") {
		return true
	}
	if name, ok := headerName(s); ok && (strings.HasPrefix(name, "Mcp-")) {
		return true
	}
	if strings.Contains(s, `"method"`) {
		for _, m := range methodText().FindAllStringSubmatch(s, -1) {
			if methods[m[1]] {
				return true
			}
		}
	}
	return false
}

func (r *Room) findWords() {
	var ops [8]*ssa.Value
	r.each(func(instr ssa.Instruction) {
		if r.words.mcp {
			return
		}
		for _, op := range instr.Operands(ops[:0]) {
			if *op == nil {
				continue
			}
			if s, ok := ssaval.Text(*op); ok && Word(s) {
				r.words.mcp = true
			}
		}
	})
}

// SpeaksMCP reports whether the code of the package has words of the
// protocol.
func (r *Room) SpeaksMCP() bool { return r.words.mcp }

// Candidate reports whether the files may take event streams apart, so that
// their package is worth a look even if it does not speak MCP.
func Candidate(files []*ast.File) bool {
	for _, f := range files {
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				switch lit.Value {
				case `"data:"`, `"data: "`, "`data:`", "`data: `", `"retry"`, `"retry:"`, `"retry: "`:
					found = true
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
