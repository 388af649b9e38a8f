// Package report is what every analyzer reports through: it folds the flow
// into the message, keeps out generated files and what //mcplint:ignore
// covers, orders the findings, and turns a panic into an incident.
package report

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/contract"
)

// Category is the category of diagnostics that are not findings but say that
// the analyzer itself failed.
const IncidentCategory = "incident"

// A Finding is one diagnostic of a rule.
type Finding struct {
	Pos, End token.Pos // End may be NoPos
	// Message says what the code does, why that is not known to be safe,
	// and what to do, in one line and without a full stop.
	Message string
	// Flow leads from Pos to the call or value that matters. It is told at
	// the end of the message.
	Flow []Step
	// Fix is the one fix, or nil.
	Fix *analysis.SuggestedFix
	// Related are further positions of interest in the package.
	Related []analysis.RelatedInformation
}

// A Step is one step of a flow.
type Step struct {
	Text string
	Pos  token.Pos // or NoPos if the step is in another package
	Ref  string    // "import/path/file.go:line", used if Pos is NoPos
}

// A Reporter collects the findings of one analyzer in one package.
type Reporter struct {
	pass *analysis.Pass
	d    *contract.Directives
}

// New returns a reporter for pass. d may be nil if the package has no
// directives.
func New(pass *analysis.Pass, d *contract.Directives) *Reporter {
	return &Reporter{pass: pass, d: d}
}

// Report records a finding. It is reported by Close.
func (r *Reporter) Report(f Finding) {}

// Close reports the findings, sorted and without repetition, and then the
// ignores that name this analyzer and cover none of them.
func (r *Reporter) Close() {}

// Guard runs an analyzer's run function. If it panics, Guard reports an
// incident and returns a nil result, so that the run goes on.
func Guard(pass *analysis.Pass, run func() (any, error)) (any, error) { return run() }
