// This file finds the directives in comments.

package contract

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

const tool = "mcplint"

// A parser reads the directives of one package.
type parser struct {
	fset *token.FileSet
	info *types.Info
	pkg  *types.Package
	out  *Directives

	// Of the file being read; built at its first directive.
	targets map[*ast.Comment]place
	seen    map[string]bool // what was said of a declaration before
}

// file reads the directives of one file. Nearly no file has any, so nothing
// is built before the first one is found.
func (p *parser) file(f *ast.File) {
	p.targets, p.seen = nil, nil
	for _, group := range f.Comments {
		for _, c := range group.List {
			if leads(c.Text) {
				p.comment(f, group, c)
			}
		}
	}
}

// leads reports whether tool is the first word of the comment, in any case.
func leads(text string) bool {
	if len(text) < 2 {
		return false
	}
	text = strings.TrimLeft(text[2:], " ")
	return len(text) >= len(tool) && strings.EqualFold(text[:len(tool)], tool)
}

func (p *parser) comment(f *ast.File, group *ast.CommentGroup, c *ast.Comment) {
	d, ok := ast.ParseDirective(c.Slash, c.Text)
	if !ok || d.Tool != tool {
		if msg := nearMiss(c.Text); msg != "" {
			p.errorf(c.Pos(), c.End(), "%s", msg)
		}
		return
	}
	v := verbOf(d.Name)
	if v == nil {
		pos := c.Slash + token.Pos(len("//"+tool+":"))
		p.errorf(pos, pos+token.Pos(len(d.Name)), "unknown directive //mcplint:%s%s", d.Name, meant(d.Name))
		return
	}
	if v.name == "ignore" {
		p.ignore(f, group, &d)
		return
	}
	if p.targets == nil {
		p.targets = places(p.fset, f)
		p.seen = make(map[string]bool)
	}
	p.contract(v, &d, p.targets[c])
}

// firstWord returns the letters with which s begins, in lower case.
func firstWord(s string) string {
	n := 0
	for n < len(s) && 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z' {
		n++
	}
	return strings.ToLower(s[:n])
}

// meant tells which verb the name was meant to be.
func meant(name string) string {
	word := firstWord(name)
	if verbOf(word) != nil {
		return fmt.Sprintf("; put a blank after //mcplint:%s", word)
	}
	if v := nearest(word, verbNames()); v != "" {
		return fmt.Sprintf("; did you mean //mcplint:%s?", v)
	}
	return "; there are " + strings.Join(verbNames(), ", ")
}

// nearMiss says what is wrong with a comment that looks like a directive but
// is none, so that it is not read. Prose that merely begins with the tool's
// name is left alone: a verb has to follow.
func nearMiss(text string) string {
	block := strings.HasPrefix(text, "/*")
	if block {
		text = strings.TrimSuffix(text, "*/")
	}
	body := text[2:]
	rest := strings.TrimLeft(strings.TrimLeft(body, " ")[len(tool):], " ")
	if !strings.HasPrefix(rest, ":") {
		return ""
	}
	rest = strings.TrimLeft(rest[1:], " ")
	word := firstWord(rest)
	v := word
	if verbOf(v) == nil {
		v = nearest(word, verbNames())
	}
	if v == "" {
		if !block && strings.HasPrefix(body, tool+":") {
			return "unknown directive" + meant(word)
		}
		return ""
	}
	if block {
		return fmt.Sprintf("this comment is not read as a directive: write //mcplint:%s as a line comment", v)
	}
	return fmt.Sprintf("this comment is not read as a directive: write //mcplint:%s in lower case and without blanks", v)
}

func (p *parser) errorf(pos, end token.Pos, format string, args ...any) {
	p.out.Errors = append(p.out.Errors, Error{pos, end, fmt.Sprintf(format, args...)})
}

// told reports whether the same was said of the place before, and notes it.
func (p *parser) told(at place, what string) bool {
	key := fmt.Sprint(at.pos, " ", what)
	if p.seen[key] {
		return true
	}
	p.seen[key] = true
	return false
}

// sort puts the errors in source order: some are found out of it.
func (d *Directives) sort() {
	slices.SortStableFunc(d.Errors, func(a, b Error) int { return int(a.Pos) - int(b.Pos) })
}
