// Package analyzers is the suite that drivers import: one ordered table of
// checks with their documentation.
package analyzers

import (
	"go/doc/comment"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/passes/contract"
	"github.com/mcprecovery/mcplint/passes/erafallback"
	"github.com/mcprecovery/mcplint/passes/eramix"
	"github.com/mcprecovery/mcplint/passes/eventcursor"
	"github.com/mcprecovery/mcplint/passes/freshkey"
	"github.com/mcprecovery/mcplint/passes/hinttrust"
	"github.com/mcprecovery/mcplint/passes/httpretry"
	"github.com/mcprecovery/mcplint/passes/inputrequired"
	"github.com/mcprecovery/mcplint/passes/intentlog"
	"github.com/mcprecovery/mcplint/passes/lookupmiss"
	"github.com/mcprecovery/mcplint/passes/lostoutcome"
	"github.com/mcprecovery/mcplint/passes/requestid"
	"github.com/mcprecovery/mcplint/passes/resumegap"
	"github.com/mcprecovery/mcplint/passes/retrybudget"
	"github.com/mcprecovery/mcplint/passes/retrydelay"
	"github.com/mcprecovery/mcplint/passes/retrywrite"
	"github.com/mcprecovery/mcplint/passes/rpckey"
	"github.com/mcprecovery/mcplint/passes/sessionloss"
	"github.com/mcprecovery/mcplint/passes/sharedkey"
	"github.com/mcprecovery/mcplint/passes/taskredo"
)

// A Check is one rule of mcplint with what a driver needs to present it.
type Check struct {
	Analyzer *analysis.Analyzer
	// Class says what a finding contradicts: "N" a MUST of the
	// specification, "S" a SHOULD, "D" nothing, but it relies on a guarantee
	// that the protocol does not give; "-" for rules about mcplint's own
	// directives.
	Class string
	// Default says that the rule reports unless it is switched off. The
	// others are always registered, and idle unless -with names them.
	Default bool
}

// checks is the table. The order is that of the documentation: a rule stands
// near its relatives.
var checks = []Check{
	{retrywrite.Analyzer, "D", true},
	{httpretry.Analyzer, "N", true},
	{rpckey.Analyzer, "D", true},
	{freshkey.Analyzer, "D", true},
	{sharedkey.Analyzer, "D", true},
	{hinttrust.Analyzer, "D", true},
	{lookupmiss.Analyzer, "D", true},
	{lostoutcome.Analyzer, "D", true},
	{requestid.Analyzer, "N", true},
	{retrydelay.Analyzer, "N", true},
	{resumegap.Analyzer, "D", true},
	{eventcursor.Analyzer, "D", true},
	{sessionloss.Analyzer, "D", true},
	{eramix.Analyzer, "D", true},
	{erafallback.Analyzer, "S", true},
	{inputrequired.Analyzer, "N", true},
	{taskredo.Analyzer, "D", true},
	{contract.Analyzer, "-", true},
	{retrybudget.Analyzer, "S", false},
	{intentlog.Analyzer, "D", false},
}

// Name returns the rule's name, its id in every driver.
func (c Check) Name() string { return c.Analyzer.Name }

// Title returns what the rule reports, in one line.
func (c Check) Title() string {
	title, _, _ := strings.Cut(c.Analyzer.Doc, "\n")
	return strings.TrimSpace(title)
}

// Doc returns the rule's documentation without its title. It is the comment
// of the package passes/<rule>.
func (c Check) Doc() string {
	_, doc, _ := strings.Cut(c.Analyzer.Doc, "\n")
	return strings.TrimSpace(doc)
}

// URL returns the page of the rule.
func (c Check) URL() string {
	if c.Analyzer.URL != "" {
		return c.Analyzer.URL
	}
	return "https://github.com/mcprecovery/mcplint/blob/main/docs/checks/" + c.Name() + ".md"
}

// Checks returns the table.
func Checks() []Check { return append([]Check(nil), checks...) }

// ByName returns the check of that name.
func ByName(name string) (Check, bool) {
	for _, c := range checks {
		if c.Name() == name {
			return c, true
		}
	}
	return Check{}, false
}

// All returns the analyzers of all rules. It is the set for drivers that are
// configured by flags.
func All() []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, c := range checks {
		out = append(out, c.Analyzer)
	}
	return out
}

// Default returns the analyzers that report without being asked to.
func Default() []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, c := range checks {
		if c.Default {
			out = append(out, c.Analyzer)
		}
	}
	return out
}

// Text returns the documentation as plain text.
func (c Check) Text() string { return c.print((*comment.Printer).Text) }

// Markdown returns the documentation as Markdown.
func (c Check) Markdown() string { return c.print((*comment.Printer).Markdown) }

func (c Check) print(form func(*comment.Printer, *comment.Doc) []byte) string {
	var parser comment.Parser
	printer := &comment.Printer{HeadingID: func(*comment.Heading) string { return "" }}
	return strings.TrimSpace(string(form(printer, parser.Parse(c.Doc()))))
}
