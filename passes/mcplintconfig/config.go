package mcplintconfig

import (
	_ "embed"
	"flag"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
)

// Current holds the settings of this process. The flags of Analyzer and those
// bound by Bind set it; a driver may set it directly before it runs any
// analyzer.
var Current Settings

// Analyzer holds the settings. Its result is a *Settings.
var Analyzer = &analysis.Analyzer{
	Name:             "mcplintconfig",
	Doc:              "holds the settings of the mcplint analyzers\n\nIt reports nothing. Every analyzer of mcplint requires it.",
	URL:              "https://github.com/mcprecovery/mcplint/blob/main/docs/directives.md",
	Flags:            flags(),
	Run:              run,
	RunDespiteErrors: true,
	ResultType:       reflect.TypeFor[*Settings](),
}

func flags() flag.FlagSet {
	fs := flag.NewFlagSet("mcplintconfig", flag.ContinueOnError)
	Bind(fs)
	return *fs
}

// Bind defines the settings as flags of fs, bound to Current.
func Bind(fs *flag.FlagSet) { Current.Bind(fs) }

func run(*analysis.Pass) (any, error) {
	s := Current
	if err := s.Parse(); err != nil {
		return nil, err
	}
	return &s, nil
}

// ToolEffect says what the settings say of the tool of that name.
func (s *Settings) ToolEffect(name string) syntax.Effect {
	e := syntax.Unstated
	if s == nil {
		return e
	}
	if matchAny(s.read, name) {
		e = e.Join(syntax.Read)
	}
	if matchAny(s.write, name) {
		e = e.Join(syntax.Write)
	}
	return e
}

// TrustsHints says whether the tool annotations of the server of that name
// are believed.
func (s *Settings) TrustsHints(server string) bool {
	return s != nil && matchAny(s.trust, server)
}

// Enabled says whether the opt-in analyzer of that name is switched on.
func (s *Settings) Enabled(name string) bool {
	return s != nil && contains(s.with, name)
}

// ReadPatterns returns the patterns of -read. The caller must not change them.
func (s *Settings) ReadPatterns() []string { return s.read }

// WritePatterns returns the patterns of -write. The caller must not change them.
func (s *Settings) WritePatterns() []string { return s.write }
