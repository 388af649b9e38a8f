package output

import (
	"io"
	"strings"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

const (
	sarifVersion = "2.1.0"
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// root names the directory that file names are relative to. Its place
	// on this machine is left out: services know where the repository is,
	// and the log is the same on all machines.
	root = "%SRCROOT%"
	// fingerprintKey names the algorithm of our fingerprints and its
	// version, which changes with them.
	fingerprintKey = "mcplint/v1"
)

// SARIF writes a SARIF 2.1.0 log.
func SARIF(w io.Writer, r *finding.Report, o Options) error {
	s := &sarifWriter{o: o, lines: map[string][]string{}, index: map[string]int{}}
	run := sarifRun{
		Tool: sarifTool{Driver: sarifDriver{
			Name:           "mcplint",
			Version:        o.Version,
			InformationURI: homepage,
			Rules:          []sarifRule{},
		}},
		Invocations: []sarifInvocation{{
			ExecutionSuccessful: len(r.Problems) == 0,
			Notifications:       s.notifications(r.Problems),
		}},
		OriginalURIBaseIDs: map[string]sarifBase{root: {Description: sarifMessage{"The directory in which mcplint was run."}}},
		ColumnKind:         "unicodeCodePoints",
		Results:            []sarifResult{},
	}
	for i, c := range o.Checks {
		s.index[c.Name()] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, describeRule(c))
	}
	state := ""
	if o.Comparison != nil {
		state = "new"
		// Results that are gone have no location, and GitHub refuses a
		// log with a result that has none; so they are left out.
		for _, f := range o.Comparison.Preexisting {
			run.Results = append(run.Results, s.result(f, "unchanged"))
		}
	}
	for _, f := range r.Findings {
		run.Results = append(run.Results, s.result(f, state))
	}
	return encode(w, sarifLog{Version: sarifVersion, Schema: sarifSchema, Runs: []sarifRun{run}})
}

// describeRule returns what viewers show of a rule.
func describeRule(c analyzers.Check) sarifRule {
	text, markdown := c.Text(), c.Markdown()
	return sarifRule{
		ID:               c.Name(),
		Name:             c.Name(),
		ShortDescription: sarifMessage{c.Title()},
		FullDescription:  sarifMessage{firstParagraph(text)},
		Help:             sarifHelp{text, markdown},
		HelpURI:          c.URL(),
		Default:          sarifConfiguration{c.Default, level(c)},
		Properties: map[string]any{
			"class":            c.Class,
			"precision":        "high",
			"problem.severity": level(c),
			"tags":             []string{"reliability", "correctness", "mcp"},
		},
	}
}

// firstParagraph returns the first paragraph as one line.
func firstParagraph(text string) string {
	first, _, _ := strings.Cut(text, "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// A sarifWriter converts findings.
type sarifWriter struct {
	o     Options
	lines map[string][]string // of the files read so far
	index map[string]int      // of rules
}

func (s *sarifWriter) result(f finding.Finding, state string) sarifResult {
	out := sarifResult{
		RuleID:        f.Rule,
		Level:         level(s.o.check(f.Rule)),
		Message:       sarifMessage{f.Message},
		Locations:     []sarifLocation{s.location(f.Pos, f.End)},
		Fingerprints:  map[string]string{fingerprintKey: f.Fingerprint},
		BaselineState: state,
	}
	if i, ok := s.index[f.Rule]; ok {
		out.RuleIndex = &i
	}
	if f.Function != "" {
		out.Locations[0].Logical = []sarifLogical{{
			Name: f.Function, FullyQualifiedName: f.Package + "." + f.Function, Kind: "function",
		}}
	}
	for i, n := range f.Related {
		loc := s.note(n)
		loc.ID = i + 1
		out.Related = append(out.Related, loc)
	}
	if len(f.Flow) > 0 {
		thread := sarifThreadFlow{Locations: []sarifFlowLocation{{s.note(finding.Note{Pos: f.Pos, Message: f.Rule})}}}
		for _, n := range f.Flow {
			thread.Locations = append(thread.Locations, sarifFlowLocation{s.note(n)})
		}
		out.CodeFlows = []sarifCodeFlow{{[]sarifThreadFlow{thread}}}
	}
	for _, fix := range f.Fixes {
		out.Fixes = append(out.Fixes, s.fix(fix))
	}
	return out
}

func (s *sarifWriter) note(n finding.Note) sarifLocation {
	loc := sarifLocation{Message: &sarifMessage{n.Message}}
	if n.Pos.IsValid() {
		loc.Physical = s.location(n.Pos, n.Pos).Physical
	}
	return loc
}

func (s *sarifWriter) fix(fix finding.Fix) sarifFix {
	out := sarifFix{Description: sarifMessage{fix.Message}}
	changes := map[string]int{}
	for _, e := range fix.Edits {
		i, ok := changes[e.Start.File]
		if !ok {
			i = len(out.Changes)
			changes[e.Start.File] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: s.artifact(e.Start.File)})
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, sarifReplacement{
			Deleted:  *s.region(e.Start, e.End),
			Inserted: sarifMessage{e.New},
		})
	}
	return out
}

func (s *sarifWriter) notifications(problems []finding.Problem) []sarifNotification {
	var out []sarifNotification
	for _, p := range problems {
		n := sarifNotification{
			Level:      "error",
			Message:    sarifMessage{p.Message},
			Descriptor: sarifDescriptor{string(p.Kind)},
		}
		if p.Pos.IsValid() {
			n.Locations = []sarifLocation{s.location(p.Pos, p.Pos)}
		}
		out = append(out, n)
	}
	return out
}
