// This file parses the arguments of a directive.

package contract

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
)

// A word is one argument of a directive.
type word struct {
	text     string // unquoted
	quoted   bool
	pos, end token.Pos
}

// cut drops what stands behind a word that begins with "//", unless that is
// part of the quoted evidence: the shortest part before such a word that
// parses is the directive.
func cut(d *ast.Directive) ast.Directive {
	short := *d
	for i := 0; i < len(d.Args); {
		j := strings.Index(d.Args[i:], "//")
		if j < 0 {
			break
		}
		i += j
		before := d.Args[:i]
		if before == "" || unicode.IsSpace(rune(before[len(before)-1])) {
			short.Args = strings.TrimRightFunc(before, unicode.IsSpace)
			if _, err := short.ParseArgs(); err == nil {
				return short
			}
		}
		i += len("//")
	}
	return *d
}

// end is the end of the directive, without the blanks before a comment behind.
func end(d *ast.Directive) token.Pos {
	if d.Args == "" {
		return d.Slash + token.Pos(len("//"+tool+":")+len(d.Name))
	}
	return d.End()
}

// words splits the arguments. It reports false if they do not parse.
func words(d *ast.Directive) ([]word, bool) {
	args, err := d.ParseArgs()
	if err != nil {
		return nil, false
	}
	var list []word
	for _, a := range args {
		w := word{text: a.Arg, pos: a.Pos, end: a.Pos + token.Pos(len(a.Arg))}
		raw := d.Args[a.Pos-d.ArgsPos:]
		if raw[0] == '"' || raw[0] == '`' {
			w.quoted = true
			if q, err := strconv.QuotedPrefix(raw); err == nil {
				w.end = a.Pos + token.Pos(len(q))
			}
		}
		list = append(list, w)
	}
	return list, true
}

// contract parses a directive other than ignore and adds it to the list.
func (p *parser) contract(v *verb, full *ast.Directive, at place) {
	d := cut(full)
	errs := len(p.out.Errors)
	dir := &Directive{Verb: v.name, Pos: d.Pos(), End: end(&d)}
	dir.Calls.Args = syntax.NoPath()
	p.arguments(v, &d, at, dir)
	dir.Dedupes.Evidence = dir.Evidence
	p.stand(v, dir, at)
	if len(p.out.Errors) > errs {
		return
	}
	if p.told(at, said(dir)) {
		p.errorf(dir.Pos, dir.End, "//mcplint:%s is repeated: one is enough", v.name)
		return
	}
	p.out.List = append(p.out.List, dir)
}

// said tells directives of one declaration apart: it may have several ways of
// deduplication, and a package clause may speak of several tools.
func said(d *Directive) string {
	if d.Verb == "dedupes" {
		return d.Dedupes.String() + " " + strings.Join(d.Tools, ",")
	}
	return d.Verb + " " + strings.Join(d.Tools, ",")
}

func (p *parser) arguments(v *verb, d *ast.Directive, at place, dir *Directive) {
	list, ok := words(d)
	if !ok {
		p.errorf(d.ArgsPos, end(d), "//mcplint:%s has a malformed quoted string: write the evidence as one Go string", v.name)
		return
	}
	var evidence bool
	given := make(map[string]bool)
	for _, w := range list {
		switch key, value, isPair := strings.Cut(w.text, "="); {
		case evidence && w.quoted:
			p.errorf(w.pos, w.end, "//mcplint:%s has more than one evidence: write one quoted string", v.name)
		case evidence:
			p.errorf(w.pos, w.end, "%q stands behind the evidence of //mcplint:%s, which comes last", w.text, v.name)
		case w.quoted:
			evidence = true
			dir.Evidence = strings.TrimSpace(w.text)
			if dir.Evidence == "" {
				p.errorf(w.pos, w.end, "the evidence of //mcplint:%s is empty", v.name)
			}
		case !isPair:
			p.errorf(w.pos, w.end, "%q is neither key=value nor a quoted string: write the evidence of //mcplint:%s as one quoted string", w.text, v.name)
		case !slices.Contains(v.keys, key):
			p.errorf(w.pos, w.end, "//mcplint:%s knows no %s=%s", v.name, key, known(key, v.keys))
		case given[key]:
			p.errorf(w.pos, w.end, "//mcplint:%s has more than one %s=", v.name, key)
		case value == "":
			p.errorf(w.pos, w.end, "%s= of //mcplint:%s is empty", key, v.name)
		default:
			given[key] = true
			p.value(v, w, key, value, at, dir)
		}
	}
	for _, key := range v.needs {
		if !given[key] {
			p.errorf(d.Pos(), end(d), "//mcplint:%s lacks %s=", v.name, key)
		}
	}
	if v.because != "" && !evidence {
		p.errorf(d.Pos(), end(d), "//mcplint:%s lacks its evidence: say in one quoted string, last, %s", v.name, v.because)
	}
	if at.target == onPackage && v.stands(onPackage) && !given["tool"] {
		p.errorf(d.Pos(), end(d), "//mcplint:%s on a package clause lacks tool=: say which tools it speaks of (* for all)", v.name)
	}
}

func known(key string, keys []string) string {
	if len(keys) == 0 {
		return ": it has no such words"
	}
	if k := nearest(key, keys); k != "" {
		return "; did you mean " + k + "=?"
	}
	return "; it knows " + strings.Join(keys, "=, ") + "="
}

// value parses the value of one key=value word.
func (p *parser) value(v *verb, w word, key, value string, at place, dir *Directive) {
	var err error
	switch key {
	case "tool":
		if at.target != onPackage {
			p.errorf(w.pos, w.end, "tool= belongs on a package clause: elsewhere the declaration says which tool is meant")
			return
		}
		for t := range strings.SplitSeq(value, ",") {
			if e := syntax.CheckPattern(t); e != nil {
				err = e
			}
			dir.Tools = append(dir.Tools, t)
		}
	case "key":
		dir.Dedupes.Key, err = syntax.ParseKey(value)
	case "window":
		dir.Dedupes.Window, err = syntax.ParseWindow(value)
	case "scope":
		dir.Dedupes.Scope = value
	case "name":
		dir.Calls.Name, err = syntax.ParsePath(value)
	case "args":
		dir.Calls.Args, err = syntax.ParsePath(value)
	}
	if err != nil {
		p.errorf(w.pos, w.end, "%s= of //mcplint:%s: %v", key, v.name, err)
	}
}
