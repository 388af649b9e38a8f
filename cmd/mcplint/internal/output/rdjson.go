package output

import (
	"io"
	"strings"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

// The Reviewdog Diagnostic Format. Its columns count bytes, as ours do.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Severity    string         `json:"severity"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
)

// RDJSON writes the JSON form of reviewdog.
func RDJSON(w io.Writer, r *finding.Report, o Options) error {
	doc := rdResult{
		Source:      rdSource{"mcplint", homepage},
		Severity:    "WARNING",
		Diagnostics: []rdDiagnostic{},
	}
	for _, f := range r.Findings {
		check := o.check(f.Rule)
		d := rdDiagnostic{
			Message:  f.Message,
			Location: rdLocation{o.Slashed(f.Pos.File), rdSpan(f.Pos, f.End)},
			Severity: strings.ToUpper(level(check)),
			Code:     rdCode{f.Rule, check.URL()},
		}
		// Reviewers accept suggestions one by one, so that one which is
		// only half of a fix would break the code.
		if len(f.Fixes) > 0 && len(f.Fixes[0].Edits) == 1 {
			e := f.Fixes[0].Edits[0]
			if e.Start.File == f.Pos.File {
				d.Suggestions = []rdSuggestion{{rdSpan(e.Start, e.End), e.New}}
			}
		}
		doc.Diagnostics = append(doc.Diagnostics, d)
	}
	return encode(w, doc)
}

func rdSpan(from, to finding.Position) rdRange {
	return rdRange{rdPosition{from.Line, from.Column}, rdPosition{to.Line, to.Column}}
}
