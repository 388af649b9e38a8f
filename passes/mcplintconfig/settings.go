package mcplintconfig

import (
	"flag"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
)

// OptIn are the analyzers that -with can switch on.
var OptIn = []string{"intentlog", "retrybudget"}

// Settings is what users may set. The exported fields hold the text of the
// flags; Parse makes the methods see it.
type Settings struct {
	Strict      bool   // -strict
	Read        string // -read
	Write       string // -write
	Calls       string // -calls
	TrustHints  string // -trust-hints
	With        string // -with
	Journal     string // -intentlog.journal
	ReportSkips bool   // -report-skips

	read, write, trust, with []string
	calls                    []Call
	journal                  []string
}

// A Call is one entry of -calls: a function that issues tools/call.
type Call struct {
	Func       string // as FuncKey gives it
	Name, Args syntax.Path
}

// Bind defines the settings as flags of fs, bound to s. A malformed value is
// refused when the flag is set.
func (s *Settings) Bind(fs *flag.FlagSet) {
	fs.BoolVar(&s.Strict, "strict", s.Strict, "also report what only a tool's name, or a rare outcome, suggests")
	fs.BoolVar(&s.ReportSkips, "report-skips", s.ReportSkips, "report functions that are too large to be analysed")
	for _, f := range s.lists() {
		fs.Var(&listFlag{f}, f.name, f.usage)
	}
}

// A list is one setting that is a comma-separated list.
type list struct {
	name, usage string
	text        *string
	parse       func(items []string) error
}

func (s *Settings) lists() []list {
	return []list{
		{"read", "comma-separated `patterns` of tools without a consequential effect", &s.Read, patterns(&s.read)},
		{"write", "comma-separated `patterns` of tools with a consequential effect", &s.Write, patterns(&s.write)},
		{"calls", "comma-separated `functions` that issue tools/call, as pkg.Type.Method:1:2 (parameters of the tool's name and arguments)", &s.Calls, s.parseCalls},
		{"trust-hints", "comma-separated `patterns` of servers whose tool annotations are believed", &s.TrustHints, patterns(&s.trust)},
		{"with", "comma-separated opt-in `analyzers` to run: " + strings.Join(OptIn, ", "), &s.With, s.parseWith},
		{"intentlog.journal", "comma-separated `functions` that record an intent durably, as pkg.Type.Method", &s.Journal, s.parseJournal},
	}
}

// Parse makes the methods see the text of the fields. An error names the flag
// and the value.
func (s *Settings) Parse() error {
	for _, l := range s.lists() {
		if err := l.parse(split(*l.text)); err != nil {
			return fmt.Errorf("flag -%s=%s: %w", l.name, *l.text, err)
		}
	}
	return nil
}

// CallOf returns the entry of -calls for fn.
func (s *Settings) CallOf(fn *types.Func) (Call, bool) {
	if s == nil || len(s.calls) == 0 {
		return Call{}, false
	}
	key := FuncKey(fn)
	for _, c := range s.calls {
		if c.Func == key {
			return c, true
		}
	}
	return Call{}, false
}

// HasCalls says whether -calls names any function.
func (s *Settings) HasCalls() bool { return s != nil && len(s.calls) > 0 }

// IsJournal says whether fn is among -intentlog.journal.
func (s *Settings) IsJournal(fn *types.Func) bool {
	return s != nil && len(s.journal) > 0 && contains(s.journal, FuncKey(fn))
}

// FuncKey names a function as the settings do: "import/path.Func" or
// "import/path.Type.Method", type parameters and pointers left out.
func FuncKey(fn *types.Func) string {
	fn = fn.Origin()
	var key strings.Builder
	if fn.Pkg() != nil {
		key.WriteString(fn.Pkg().Path() + ".")
	}
	if recv := fn.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if ptr, ok := t.(*types.Pointer); ok {
			t = types.Unalias(ptr.Elem())
		}
		if named, ok := t.(*types.Named); ok {
			key.WriteString(named.Obj().Name() + ".")
		}
	}
	return key.String() + fn.Name()
}

func (s *Settings) parseCalls(items []string) error {
	s.calls = nil
	for _, item := range items {
		parts := strings.Split(item, ":")
		if len(parts) < 2 || len(parts) > 3 {
			return fmt.Errorf("%q is not of the form pkg.Type.Method:1:2", item)
		}
		fn, err := normalFunc(parts[0])
		if err != nil {
			return err
		}
		c := Call{Func: fn, Args: syntax.NoPath()}
		if c.Name, err = syntax.ParsePath(parts[1]); err != nil {
			return err
		}
		if len(parts) == 3 {
			if c.Args, err = syntax.ParsePath(parts[2]); err != nil {
				return err
			}
		}
		s.calls = append(s.calls, c)
	}
	return nil
}

func (s *Settings) parseJournal(items []string) error {
	s.journal = nil
	for _, item := range items {
		fn, err := normalFunc(item)
		if err != nil {
			return err
		}
		s.journal = append(s.journal, fn)
	}
	return nil
}

func (s *Settings) parseWith(items []string) error {
	s.with = nil
	for _, item := range items {
		if !contains(OptIn, item) {
			return fmt.Errorf("no opt-in analyzer is called %q (there are %s)", item, strings.Join(OptIn, ", "))
		}
		s.with = append(s.with, item)
	}
	return nil
}

// normalFunc accepts "pkg.Func", "pkg.Type.Method" and, as Go itself prints
// it, "(*pkg.Type).Method".
func normalFunc(name string) (string, error) {
	plain := strings.NewReplacer("(", "", ")", "", "*", "").Replace(name)
	last := plain[strings.LastIndex(plain, "/")+1:]
	if strings.HasPrefix(last, ".") || strings.HasSuffix(last, ".") ||
		!strings.Contains(last, ".") || strings.ContainsAny(plain, " \t[]") {
		return "", fmt.Errorf("%q does not name a function as pkg.Func or pkg.Type.Method", name)
	}
	return plain, nil
}

// patterns returns a parser of a list of patterns into dst.
func patterns(dst *[]string) func([]string) error {
	return func(items []string) error {
		for _, item := range items {
			if err := syntax.CheckPattern(item); err != nil {
				return err
			}
		}
		*dst = items
		return nil
	}
}

// split splits a comma-separated list. Blanks around an item, and empty items
// as a trailing comma makes them, are dropped.
func split(text string) []string {
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }

func matchAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return syntax.Match(p, name) })
}

// A listFlag is a list as a flag.Value that refuses malformed text.
type listFlag struct{ list }

func (f *listFlag) String() string {
	if f == nil || f.text == nil {
		return ""
	}
	return *f.text
}

func (f *listFlag) Set(text string) error {
	if err := f.parse(split(text)); err != nil {
		return err
	}
	*f.text = text
	return nil
}
