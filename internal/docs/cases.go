package docs

import (
	"cmp"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/internal/words"
)

// Cases is what a page shows of a rule's cases.
type Cases struct {
	Reported, Silent Excerpt
	Before, After    Excerpt // of a fix
	Topics           []Topic
	Strict           string // where the cases of -strict are, or ""
}

// An Excerpt is a function of a case.
type Excerpt struct{ Name, Link, Code string }

// A Topic is a directory of cases.
type Topic struct{ Name, Link, Doc string }

// A source is a file of cases.
type source struct {
	name  string // "rule/topic/file.go"
	text  string
	file  *ast.File
	fset  *token.FileSet
	lines []string
}

// link leads from docs/checks to something below testdata/src.
func link(name string) string { return "../../testdata/src/" + name }

// Read reads the cases of a rule below corpus, testdata/src. It returns nil if
// there are none.
func Read(corpus, rule string) (*Cases, error) {
	files, err := sources(corpus, rule)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	c := &Cases{Topics: topics(files)}
	for _, t := range c.Topics {
		if t.Name == "strict" {
			c.Strict = t.Link
		}
	}
	c.choose(files)
	return c, c.chooseFix(corpus, files)
}

func sources(corpus, rule string) ([]*source, error) {
	var out []*source
	err := filepath.WalkDir(filepath.Join(corpus, rule), func(name string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(corpus, name)
		if err != nil {
			return err
		}
		s, err := read(name, filepath.ToSlash(rel))
		if err == nil {
			out = append(out, s)
		}
		return err
	})
	return out, err
}

func read(file, name string) (*source, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := &source{name: name, text: string(text), fset: token.NewFileSet(), lines: strings.Split(string(text), "\n")}
	s.file, err = parser.ParseFile(s.fset, name, text, parser.ParseComments)
	return s, err
}

// topics lists the directories directly below the rule's, with what the first
// package comment there says.
func topics(files []*source) []Topic {
	var out []Topic
	for _, s := range files {
		parts := strings.Split(s.name, "/")
		name := parts[1]
		if len(parts) == 2 {
			name = "." // the rule's directory is one package
		}
		i := slices.IndexFunc(out, func(t Topic) bool { return t.Name == name })
		if i < 0 {
			out = append(out, Topic{Name: name, Link: link(path.Join(parts[0], name))})
			i = len(out) - 1
		}
		if out[i].Doc == "" && s.file.Doc != nil {
			text := new(doc.Package).Synopsis(s.file.Doc.Text())
			out[i].Doc = strings.TrimSuffix(strings.TrimPrefix(text, "Package "+s.file.Name.Name+" "), ".")
		}
	}
	slices.SortFunc(out, func(a, b Topic) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// needsOther reports whether the file uses another package of cases.
func (s *source) needsOther() bool {
	return slices.ContainsFunc(s.file.Imports, func(i *ast.ImportSpec) bool {
		return strings.HasPrefix(i.Path.Value, `"cases/`)
	})
}

var want = regexp.MustCompile(`\s*// want .*$`)

// A function is a candidate for a page.
type function struct {
	Excerpt
	reported, documented bool
	lines                []string
}

// functions returns the functions of the file that are short enough for a
// page.
func (s *source) functions() []function {
	var out []function
	for _, d := range s.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		begin := fn.Pos()
		if fn.Doc != nil {
			begin = fn.Doc.Pos()
		}
		first, last := s.fset.Position(begin).Line, s.fset.Position(fn.End()).Line
		if n := last - first + 1; n < 5 || n > 30 {
			continue
		}
		f := function{Excerpt: Excerpt{Name: s.name, Link: link(s.name)}, documented: fn.Doc != nil}
		for _, line := range s.lines[first-1 : last] {
			if want.MatchString(line) {
				f.reported = true
				line = want.ReplaceAllString(line, " // reported")
			}
			f.lines = append(f.lines, line)
		}
		f.Code = strings.Join(f.lines, "\n")
		if !strings.Contains(f.Code, "//mcplint:") {
			out = append(out, f)
		}
	}
	return out
}

// choose takes the shortest function that is reported and has a twin in its
// file which is not: the one that differs least.
func (c *Cases) choose(files []*source) {
	best := -1
	for _, s := range files {
		if strings.Contains(s.name, "/strict/") || strings.Contains(s.name, "/fix") || strings.Contains(s.name, "/silent/") {
			continue
		}
		fns := s.functions()
		for _, f := range fns {
			if !f.reported || strings.Count(f.Code, "// reported") > 1 || len(f.lines) < 7 {
				continue
			}
			for _, g := range fns {
				if g.reported {
					continue
				}
				d := difference(f.lines, g.lines)
				// A twin shares most of its lines; otherwise it tells nothing.
				if 2*d > len(f.lines)+len(g.lines) {
					continue
				}
				score := 4*d + len(f.lines) + len(g.lines)
				if !f.documented || !g.documented {
					score += 40
				}
				if s.needsOther() {
					score += 60 // half of the story is elsewhere
				}
				if best < 0 || score < best {
					best, c.Reported, c.Silent = score, f.Excerpt, g.Excerpt
				}
			}
		}
	}
	if best >= 0 {
		return
	}
	for _, s := range files {
		for _, f := range s.functions() {
			if f.reported && (best < 0 || len(f.lines) < best) {
				best, c.Reported = len(f.lines), f.Excerpt
			}
		}
	}
}

// chooseFix takes the shortest function that a golden file changes.
func (c *Cases) chooseFix(corpus string, files []*source) error {
	best := -1
	for _, s := range files {
		golden := filepath.Join(corpus, filepath.FromSlash(s.name)+".golden")
		if _, err := os.Stat(golden); err != nil {
			continue
		}
		after, err := read(golden, s.name)
		if err != nil {
			return err
		}
		for _, f := range s.functions() {
			for _, g := range after.functions() {
				if f.Code != g.Code && signature(f) == signature(g) && (best < 0 || len(f.lines) < best) {
					best, c.Before, c.After = len(f.lines), f.Excerpt, g.Excerpt
				}
			}
		}
	}
	c.After.Code = strings.ReplaceAll(c.After.Code, " // reported", "")
	return nil
}

// signature returns the line that declares the function.
func signature(f function) string {
	for _, line := range f.lines {
		if strings.HasPrefix(line, "func ") {
			return line
		}
	}
	return ""
}

// difference is the number of lines that only one of two functions has, apart
// from comments and declarations.
func difference(a, b []string) int { return words.Distance(plain(a), plain(b)) }

// plain is lines without comments, and nothing for declarations.
func plain(lines []string) []string {
	var out []string
	for _, line := range lines {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		if strings.HasPrefix(line, "func ") {
			line = ""
		}
		out = append(out, strings.TrimSpace(line))
	}
	return out
}
