// Package docs writes the pages of docs/checks: what a rule's doc.go says,
// with what its cases show. It serves the tests of the repository and no
// driver.
package docs

import (
	"fmt"
	"go/doc/comment"
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/analyzers"
)

// Classes says in a sentence what the class of a rule means.
var Classes = map[string]string{
	"N": "the code contradicts a MUST of the specification",
	"S": "the code contradicts a SHOULD of the specification",
	"D": "the code relies on a guarantee that the protocol does not give",
	"-": "the rule is about mcplint's own directives",
}

// The sections of a page that come from doc.go. A paragraph that begins with
// one of the words opens the section; others continue the one before.
var sections = []struct {
	title string
	words []string
	must  bool // every rule has it
}{
	{"Why", nil, true},
	{"Unsafe code", []string{"Unsafe"}, true},
	{"Safe code", []string{"Safe"}, true},
	{"Silent on", []string{"It is silent"}, true},
	{"Contracts", []string{"To say that"}, false},
	{"Fix", []string{"The fix"}, false},
	{"Class and sources", []string{"Class", "Sources"}, true},
}

// A Page is the documentation of one rule.
type Page struct {
	Check analyzers.Check
	Cases *Cases
}

// Missing lists the sections that doc.go lacks.
func (p Page) Missing() []string {
	var out []string
	got := p.split()
	for _, s := range sections {
		if s.must && len(got[s.title]) == 0 {
			out = append(out, s.title)
		}
	}
	return out
}

// split sorts the blocks of doc.go into the sections.
func (p Page) split() map[string][]comment.Block {
	var parser comment.Parser
	out := map[string][]comment.Block{}
	at := sections[0].title
	for _, b := range parser.Parse(p.Check.Doc()).Content {
		if para, ok := b.(*comment.Paragraph); ok && len(para.Text) > 0 {
			if text, ok := para.Text[0].(comment.Plain); ok {
				for _, s := range sections {
					if slices.ContainsFunc(s.words, func(w string) bool { return strings.HasPrefix(string(text), w) }) {
						at = s.title
					}
				}
				if text == "Unsafe:" || text == "Safe:" {
					continue // the heading says it
				}
			}
		}
		out[at] = append(out[at], b)
	}
	return out
}

// Markdown returns the page.
func (p Page) Markdown() string {
	var b strings.Builder
	name := p.Check.Name()
	fmt.Fprintf(&b, "# %s\n\n", name)
	fmt.Fprintf(&b, "<!-- Written by go test -run TestDocs -update . from passes/%s/doc.go and testdata/src/%[1]s. -->\n\n", name)
	fmt.Fprintf(&b, "`%s`: %s.\n\n", name, p.Check.Title())
	state := "on by default"
	if !p.Check.Default {
		state = "off until `-with=" + name + "`"
	}
	fmt.Fprintf(&b, "Class **%s** (%s), %s. All rules: [README.md](README.md).\n", p.Check.Class, Classes[p.Check.Class], state)
	blocks := p.split()
	for _, s := range sections {
		if s.title == "Fix" {
			p.fix(&b, blocks[s.title])
			continue
		}
		if len(blocks[s.title]) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", s.title, render(blocks[s.title]))
		if s.title == "Silent on" {
			p.examples(&b)
		}
	}
	p.settings(&b)
	p.suppression(&b)
	p.cases(&b)
	return b.String()
}

// render prints blocks as Markdown, code in fences.
func render(blocks []comment.Block) string {
	var parts []string
	printer := &comment.Printer{HeadingLevel: 3, HeadingID: func(*comment.Heading) string { return "" }}
	for _, b := range blocks {
		if code, ok := b.(*comment.Code); ok {
			parts = append(parts, fence(code.Text))
			continue
		}
		parts = append(parts, strings.TrimSpace(string(printer.Markdown(&comment.Doc{Content: []comment.Block{b}}))))
	}
	return strings.Join(parts, "\n\n")
}

func fence(code string) string { return "```go\n" + strings.TrimRight(code, "\n") + "\n```" }

// examples shows a case that is reported, and the most similar one that is
// not.
func (p Page) examples(b *strings.Builder) {
	if p.Cases == nil || p.Cases.Reported.Code == "" {
		return
	}
	e := p.Cases
	fmt.Fprintf(b, "\n## In a client\n\nFrom the cases, [%s](%s). Reported:\n\n%s\n", e.Reported.Name, e.Reported.Link, fence(e.Reported.Code))
	if e.Silent.Code != "" {
		fmt.Fprintf(b, "\nNot reported:\n\n%s\n", fence(e.Silent.Code))
	}
}

// fix tells what -fix does, with a case.
func (p Page) fix(b *strings.Builder, blocks []comment.Block) {
	b.WriteString("\n## Fix\n\n")
	if p.Cases == nil || p.Cases.Before.Code == "" {
		if len(blocks) > 0 {
			b.WriteString(render(blocks) + "\n")
			return
		}
		b.WriteString("There is no automatic fix: what to do instead depends on what the program knows. The message says what is missing.\n")
		return
	}
	if len(blocks) > 0 {
		b.WriteString(render(blocks) + "\n\n")
	} else {
		b.WriteString("Where one edit takes the repetition away and changes nothing else, the finding comes with a fix.\n\n")
	}
	fmt.Fprintf(b, "`mcplint -diff` shows it, `mcplint -fix` applies it, as do `go vet -fix` and `golangci-lint run --fix`. From [%s](%s):\n\n%s\n\nbecomes\n\n%s\n",
		p.Cases.Before.Name, p.Cases.Before.Link, fence(p.Cases.Before.Code), fence(p.Cases.After.Code))
}
