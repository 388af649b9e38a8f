package output

import (
	"net/url"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

// The part of SARIF that we write, in the names of its schema.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool               sarifTool            `json:"tool"`
		Invocations        []sarifInvocation    `json:"invocations"`
		OriginalURIBaseIDs map[string]sarifBase `json:"originalUriBaseIds"`
		ColumnKind         string               `json:"columnKind"`
		Results            []sarifResult        `json:"results"`
	}
	sarifBase struct {
		Description sarifMessage `json:"description"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string             `json:"id"`
		Name             string             `json:"name"`
		ShortDescription sarifMessage       `json:"shortDescription"`
		FullDescription  sarifMessage       `json:"fullDescription"`
		Help             sarifHelp          `json:"help"`
		HelpURI          string             `json:"helpUri"`
		Default          sarifConfiguration `json:"defaultConfiguration"`
		Properties       map[string]any     `json:"properties"`
	}
	sarifHelp struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifConfiguration struct {
		Enabled bool   `json:"enabled"`
		Level   string `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID        string            `json:"ruleId"`
		RuleIndex     *int              `json:"ruleIndex,omitempty"`
		Level         string            `json:"level"`
		Message       sarifMessage      `json:"message"`
		Locations     []sarifLocation   `json:"locations"`
		Related       []sarifLocation   `json:"relatedLocations,omitempty"`
		CodeFlows     []sarifCodeFlow   `json:"codeFlows,omitempty"`
		Fingerprints  map[string]string `json:"partialFingerprints"`
		BaselineState string            `json:"baselineState,omitempty"`
		Fixes         []sarifFix        `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		ID       int            `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifLogical struct {
		Name               string `json:"name"`
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifFlowLocation `json:"locations"`
	}
	sarifFlowLocation struct {
		Location sarifLocation `json:"location"`
	}
	sarifFix struct {
		Description sarifMessage  `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion  `json:"deletedRegion"`
		Inserted sarifMessage `json:"insertedContent"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level      string          `json:"level"`
		Message    sarifMessage    `json:"message"`
		Locations  []sarifLocation `json:"locations,omitempty"`
		Descriptor sarifDescriptor `json:"descriptor"`
	}
	sarifDescriptor struct {
		ID string `json:"id"`
	}
)

func (s *sarifWriter) location(from, to finding.Position) sarifLocation {
	return sarifLocation{Physical: &sarifPhysical{Artifact: s.artifact(from.File), Region: s.region(from, to)}}
}

// artifact names a file by a URI, relative to root if the file is below it.
func (s *sarifWriter) artifact(file string) sarifArtifact {
	name, below := s.o.below(file)
	if below {
		return sarifArtifact{URI: (&url.URL{Path: name}).String(), URIBaseID: root}
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // a Windows drive
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: name}).String()}
}

// region converts columns from bytes to code points.
func (s *sarifWriter) region(from, to finding.Position) *sarifRegion {
	r := &sarifRegion{StartLine: from.Line, StartColumn: s.column(from)}
	if to.File == from.File && to.Line >= from.Line {
		r.EndLine, r.EndColumn = to.Line, s.column(to)
	}
	return r
}

func (s *sarifWriter) column(p finding.Position) int {
	lines, ok := s.lines[p.File]
	if !ok {
		text, err := os.ReadFile(p.File)
		if err == nil {
			lines = strings.Split(string(text), "\n")
		}
		s.lines[p.File] = lines
	}
	if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len(lines[p.Line-1])+1 {
		return p.Column
	}
	return utf8.RuneCountInString(lines[p.Line-1][:p.Column-1]) + 1
}
