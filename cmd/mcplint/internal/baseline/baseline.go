// Package baseline remembers findings, so that a later run can tell those
// that a change introduces from those that were there before. What it
// remembers of a finding has no line number and no file name.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

// Schema is the version of the file format.
const Schema = 1

// A Baseline is the content of a baseline file.
type Baseline struct {
	Schema   int      `json:"schema"`
	Patterns []string `json:"patterns"` // the packages that were asked for
	Findings []Entry  `json:"findings"` // sorted; equal entries stand for several findings
}

// An Entry is what identifies a finding.
type Entry struct {
	Rule     string `json:"rule"`
	Package  string `json:"package"`
	Function string `json:"function,omitempty"`
	// Message has no positions, no names of local variables and no flow.
	Message string `json:"message"`
}

func (e Entry) compare(f Entry) int {
	return cmp.Or(cmp.Compare(e.Package, f.Package), cmp.Compare(e.Function, f.Function),
		cmp.Compare(e.Rule, f.Rule), cmp.Compare(e.Message, f.Message))
}

func entryOf(f finding.Finding) Entry {
	return Entry{Rule: f.Rule, Package: f.Package, Function: f.Function, Message: f.Masked}
}

// New returns the baseline of findings that were annotated.
func New(patterns []string, findings []finding.Finding) *Baseline {
	b := &Baseline{Schema: Schema, Patterns: append([]string{}, patterns...), Findings: []Entry{}}
	for _, f := range findings {
		b.Findings = append(b.Findings, entryOf(f))
	}
	slices.SortFunc(b.Findings, Entry.compare)
	return b
}

// Write writes the baseline as text that is meant to be committed: the same
// findings always give the same bytes.
func (b *Baseline) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(b)
}

// Parse reads what Write has written.
func Parse(text []byte) (*Baseline, error) {
	var b Baseline
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b); err != nil {
		// A later format may have fields that this one does not know.
		var head struct{ Schema int }
		if json.Unmarshal(text, &head) == nil && head.Schema > Schema {
			return nil, schemaError(head.Schema)
		}
		return nil, fmt.Errorf("not a baseline: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a baseline: text behind the JSON object")
	}
	if b.Schema != Schema {
		return nil, schemaError(b.Schema)
	}
	for i, e := range b.Findings {
		if e.Rule == "" || e.Package == "" || e.Message == "" {
			return nil, fmt.Errorf("not a baseline: finding %d lacks its rule, package or message", i+1)
		}
	}
	if b.Findings == nil {
		b.Findings = []Entry{}
	}
	slices.SortFunc(b.Findings, Entry.compare)
	return &b, nil
}

func schemaError(have int) error {
	return fmt.Errorf("the baseline has schema %d, and this mcplint reads %d; create it again", have, Schema)
}
