package output

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
)

const homepage = "https://github.com/mcprecovery/mcplint"

// GitHub writes the workflow commands of GitHub Actions, which make
// annotations of a pull request.
func GitHub(w io.Writer, r *finding.Report, o Options) error {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "::%s file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,title=%s::%s\n",
			level(o.check(f.Rule)), property(o.Slashed(f.Pos.File)), f.Pos.Line, f.End.Line,
			f.Pos.Column, f.End.Column, property("mcplint "+f.Rule), data(f.Message))
	}
	for _, p := range r.Problems {
		at := ""
		if p.Pos.IsValid() {
			at = fmt.Sprintf("file=%s,line=%d,", property(o.Slashed(p.Pos.File)), p.Pos.Line)
		}
		fmt.Fprintf(&b, "::error %stitle=%s::%s\n", at, property("mcplint "+string(p.Kind)), data(p.Message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// data and property escape the text and the properties of a command.
var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func data(s string) string     { return escapeData.Replace(s) }
func property(s string) string { return escapeProperty.Replace(s) }

// A gitlabIssue is one issue of GitLab's code quality report, which is a
// subset of Code Climate's.
type gitlabIssue struct {
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
			End   int `json:"end"`
		} `json:"lines"`
	} `json:"location"`
}

// GitLab writes a code quality report of GitLab.
func GitLab(w io.Writer, r *finding.Report, o Options) error {
	issues := []gitlabIssue{}
	for _, f := range r.Findings {
		severity := "major"
		if level(o.check(f.Rule)) == "error" {
			severity = "critical"
		}
		issue := gitlabIssue{Description: f.Rule + ": " + f.Message, CheckName: f.Rule, Fingerprint: f.Fingerprint, Severity: severity}
		issue.Location.Path = o.Slashed(f.Pos.File)
		issue.Location.Lines.Begin, issue.Location.Lines.End = f.Pos.Line, f.End.Line
		issues = append(issues, issue)
	}
	return encode(w, issues)
}

type (
	checkstyle struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// Checkstyle writes the XML of Checkstyle.
func Checkstyle(w io.Writer, r *finding.Report, o Options) error {
	doc := checkstyle{Version: "5.0"}
	for _, f := range r.Findings {
		name := o.Slashed(f.Pos.File)
		if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != name {
			doc.Files = append(doc.Files, checkstyleFile{Name: name})
		}
		file := &doc.Files[len(doc.Files)-1] // findings are sorted by file
		file.Errors = append(file.Errors, checkstyleError{
			Line: f.Pos.Line, Column: f.Pos.Column, Severity: level(o.check(f.Rule)),
			Message: f.Message, Source: "mcplint." + f.Rule,
		})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
