package output

import (
	"encoding/json"
	"io"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

// A document is the JSON form of a report. No list in it is ever null.
type document struct {
	Schema  int    `json:"schema"` // 1
	Tool    string `json:"tool"`
	Version string `json:"version"`
	// Findings are all findings, or what a comparison found introduced.
	Findings    []finding.Finding  `json:"findings"`
	Preexisting *[]finding.Finding `json:"preexisting,omitempty"` // in comparisons only
	Fixed       *[]Fixed           `json:"fixed,omitempty"`       // likewise
	Problems    []finding.Problem  `json:"problems"`
}

// JSON writes the whole report as one JSON object.
func JSON(w io.Writer, r *finding.Report, o Options) error {
	doc := document{
		Schema:   1,
		Tool:     "mcplint",
		Version:  o.Version,
		Findings: []finding.Finding{},
		Problems: []finding.Problem{},
	}
	for _, f := range r.Findings {
		doc.Findings = append(doc.Findings, relative(f, o))
	}
	for _, p := range r.Problems {
		p.Pos.File = o.Slashed(p.Pos.File)
		doc.Problems = append(doc.Problems, p)
	}
	if c := o.Comparison; c != nil {
		pre, fixed := []finding.Finding{}, append([]Fixed{}, c.Fixed...)
		for _, f := range c.Preexisting {
			pre = append(pre, relative(f, o))
		}
		doc.Preexisting, doc.Fixed = &pre, &fixed
	}
	return encode(w, doc)
}

// relative returns the finding with file names for other machines.
func relative(f finding.Finding, o Options) finding.Finding {
	f.Pos.File, f.End.File = o.Slashed(f.Pos.File), o.Slashed(f.End.File)
	fixes := make([]finding.Fix, len(f.Fixes))
	for i, fix := range f.Fixes {
		edits := make([]finding.Edit, len(fix.Edits))
		for j, e := range fix.Edits {
			e.Start.File, e.End.File = o.Slashed(e.Start.File), o.Slashed(e.End.File)
			edits[j] = e
		}
		fix.Edits = edits
		fixes[i] = fix
	}
	f.Flow, f.Related, f.Fixes = relativeNotes(f.Flow, o), relativeNotes(f.Related, o), fixes
	return f
}

func relativeNotes(notes []finding.Note, o Options) []finding.Note {
	out := make([]finding.Note, len(notes))
	for i, n := range notes {
		n.Pos.File = o.Slashed(n.Pos.File)
		out[i] = n
	}
	return out
}

// encode writes indented JSON. Findings quote Go code, so that "<-" must not
// be escaped as HTML.
func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
