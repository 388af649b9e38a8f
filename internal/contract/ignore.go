// This file parses ignores, and finds the lines they cover.

package contract

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode"
)

// ignore parses //mcplint:ignore rule[,rule] reason… The reason is free text
// up to a word that begins with "//".
func (p *parser) ignore(f *ast.File, group *ast.CommentGroup, full *ast.Directive) {
	d := cutText(full)
	names, reason, _ := strings.Cut(strings.ReplaceAll(d.Args, "\t", " "), " ")
	ig := &Ignore{Reason: strings.TrimSpace(reason), Pos: d.Pos(), End: end(&d)}
	if names == "" {
		p.errorf(d.Pos(), end(&d), "//mcplint:ignore lacks the rules and the reason: write //mcplint:ignore rule[,rule] reason")
		return
	}
	if strings.HasSuffix(names, ",") {
		p.errorf(d.ArgsPos, d.ArgsPos+token.Pos(len(names)), "//mcplint:ignore has a blank in its list of rules, or a rule is missing")
		return
	}
	pos := d.ArgsPos
	for name := range strings.SplitSeq(names, ",") {
		end := pos + token.Pos(len(name))
		switch {
		case slices.Contains(Rules, name):
			ig.Rules = append(ig.Rules, name)
		case nearest(name, Rules) != "":
			p.errorf(pos, end, "//mcplint:ignore names no rule %q; did you mean %s?", name, nearest(name, Rules))
		default:
			p.errorf(pos, end, "//mcplint:ignore names no rule %q; there are %s", name, strings.Join(Rules, ", "))
		}
		pos = end + 1
	}
	slices.Sort(ig.Rules)
	ig.Rules = slices.Compact(ig.Rules)
	if !strings.ContainsFunc(ig.Reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		p.errorf(d.Pos(), end(&d), "//mcplint:ignore lacks its reason: say behind the rules why the finding does not hold")
		return
	}
	if msg := p.cover(f, group, ig); msg != "" {
		p.errorf(d.Pos(), end(&d), "//mcplint:ignore %s", msg)
		return
	}
	if len(ig.Rules) > 0 {
		p.out.Ignores = append(p.out.Ignores, ig)
	}
}

// cutText is cut for arguments that are free text, where a quotation mark may
// stand alone.
func cutText(d *ast.Directive) ast.Directive {
	if _, err := d.ParseArgs(); err == nil {
		return cut(d)
	}
	short := *d
	for i := 0; ; i += len("//") {
		j := strings.Index(d.Args[i:], "//")
		if j < 0 {
			return short
		}
		i += j
		if i == 0 || unicode.IsSpace(rune(d.Args[i-1])) {
			short.Args = strings.TrimRightFunc(d.Args[:i], unicode.IsSpace)
			return short
		}
	}
}

// cover finds the lines that the ignore covers: its own if there is code
// before it, else all lines of what begins on the line below its comment
// group (a statement, a declaration, an element, an argument).
func (p *parser) cover(f *ast.File, group *ast.CommentGroup, ig *Ignore) string {
	at := physical(p.fset, ig.Pos)
	ig.File = at.Filename
	below := physical(p.fset, group.End()).Line + 1
	behindCode, last := false, 0
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File:
			return n != nil
		case *ast.CommentGroup:
			return false
		}
		from, to := physical(p.fset, n.Pos()), physical(p.fset, n.End())
		if from.Line == at.Line && n.Pos() < ig.Pos || to.Line == at.Line && n.End() <= ig.Pos {
			behindCode = true
		}
		if from.Line == below {
			last = max(last, to.Line)
		}
		return true
	})
	clause := physical(p.fset, f.Package).Line
	switch {
	case at.Line == clause || !behindCode && below == clause:
		return "covers nothing on a package clause: put it on the line, above the statement or on the declaration"
	case behindCode:
		ig.From, ig.To = at.Line, at.Line
	case last == 0:
		return "covers nothing: no statement or declaration begins on the next line"
	default:
		// The comment group is part of it: other directives in it may be
		// what is at fault.
		ig.From, ig.To = physical(p.fset, group.Pos()).Line, last
	}
	return ""
}
