// Package plugin is mcplint as a module plugin of golangci-lint. Its settings
// are the flags of the command, one to one:
//
//	linters:
//	  settings:
//	    custom:
//	      mcplint:
//	        type: module
//	        settings:
//	          strict: true
//	          read: [search_*, get_weather]
//	          retrydelay: false
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/internal/report"
)

func init() { register.Plugin("mcplint", New) }

// New makes the plugin from the settings of golangci-lint's configuration. It
// is an error if they have a key that is no flag, or a value that the flag
// refuses.
func New(settings any) (register.LinterPlugin, error) {
	selected, err := apply(settings)
	if err != nil {
		return nil, err
	}
	report.HonourNolint = false // golangci-lint does that
	return plugin{selected}, nil
}

// A plugin is mcplint without the rules that the settings switch off.
type plugin struct{ selected func(rule string) bool }

// GetLoadMode says that the analyzers need types.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the analyzers of the rules.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	var out []*analysis.Analyzer
	for _, a := range analyzers.All() {
		if p.selected(a.Name) {
			out = append(out, plain(a))
		}
	}
	return out, nil
}

// plain returns a copy of the analyzer that reports no related positions.
// golangci-lint would make an issue of its own of each, which no //nolint at
// the finding covers. Messages tell the flow without them.
func plain(a *analysis.Analyzer) *analysis.Analyzer {
	c := *a
	c.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return a.Run(&p)
	}
	return &c
}
