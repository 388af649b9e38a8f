package output_test

import (
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/output"
)

type (
	message  struct{ Text string }
	region   struct{ StartLine, StartColumn, EndLine, EndColumn int }
	artifact struct{ URI, URIBaseID string }
	location struct {
		ID               int
		PhysicalLocation *struct {
			ArtifactLocation artifact
			Region           region
		}
		LogicalLocations []struct{ Name, FullyQualifiedName string }
		Message          message
	}
	sarif struct {
		Version string
		Schema  string `json:"$schema"`
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name, Version string
					Rules         []struct {
						ID, HelpURI     string
						FullDescription message
						Help            struct{ Text, Markdown string }
					}
				}
			}
			Invocations []struct {
				ExecutionSuccessful        bool
				ToolExecutionNotifications []struct {
					Message   message
					Locations []location
				}
			}
			ColumnKind string
			Results    []struct {
				RuleID, Level, BaselineState string
				RuleIndex                    *int
				Message                      message
				Locations, RelatedLocations  []location
				PartialFingerprints          map[string]string
				CodeFlows                    []struct {
					ThreadFlows []struct {
						Locations []struct{ Location location }
					}
				}
				Fixes []struct {
					ArtifactChanges []struct {
						Replacements []struct {
							DeletedRegion   region
							InsertedContent message
						}
					}
				}
			}
		}
	}
)

func TestSARIF(t *testing.T) {
	r, o := sample(t)
	text := render(t, "sarif", r, o)
	var log sarif
	decode(t, text, &log)
	run := log.Runs[0]
	if log.Version != "2.1.0" || run.Tool.Driver.Version != "v1.2.3" || run.ColumnKind != "unicodeCodePoints" {
		t.Errorf("%+v", log)
	}
	rule := run.Tool.Driver.Rules[0]
	if rule.ID != "forbidden" || rule.FullDescription.Text != "The first paragraph." ||
		!strings.Contains(rule.Help.Markdown, "# A heading\n") || !strings.Contains(rule.Help.Text, "More.") {
		t.Errorf("rule %+v", rule)
	}
	if n := run.Invocations[0]; n.ExecutionSuccessful || len(n.ToolExecutionNotifications) != 2 || len(n.ToolExecutionNotifications[0].Locations) != 1 {
		t.Errorf("invocation %+v", n)
	}
	res := run.Results[0]
	// Columns count code points: ä € and 𝄞 are one each.
	want := region{3, 22, 3, 26}
	if got := res.Locations[0].PhysicalLocation; got.Region != want || got.ArtifactLocation != (artifact{"a%20dir/f,1:%25.go", "%SRCROOT%"}) {
		t.Errorf("location %+v", got)
	}
	if res.Fixes[0].ArtifactChanges[0].Replacements[0].DeletedRegion != want {
		t.Errorf("fix %+v", res.Fixes)
	}
	if res.Level != "error" || res.RuleIndex == nil || *res.RuleIndex != 0 || res.PartialFingerprints["mcplint/v1"] != "0123" ||
		res.Locations[0].LogicalLocations[0].FullyQualifiedName != "example.com/p.f" || res.RelatedLocations[0].Message.Text != "see also" {
		t.Errorf("result %+v", res)
	}
	steps := res.CodeFlows[0].ThreadFlows[0].Locations
	if len(steps) != 3 || steps[0].Location.PhysicalLocation.Region.StartLine != 3 || steps[1].Location.PhysicalLocation.Region.StartLine != 7 ||
		steps[2].Location.PhysicalLocation != nil || steps[2].Location.Message.Text != "far away" {
		t.Errorf("flow %+v", steps)
	}
	// A file outside has an absolute URI; a rule out of the table no index.
	bare := run.Results[1]
	if got := bare.Locations[0].PhysicalLocation.ArtifactLocation; !strings.HasPrefix(got.URI, "file:///") || got.URIBaseID != "" || bare.RuleIndex != nil {
		t.Errorf("bare %+v", bare)
	}
	if text != render(t, "sarif", r, o) {
		t.Error("two runs differ")
	}
}

func TestSARIFEmpty(t *testing.T) {
	_, o := sample(t)
	text := render(t, "sarif", &finding.Report{}, o)
	if !strings.Contains(text, `"results": []`) || !strings.Contains(text, `"executionSuccessful": true`) || strings.Contains(text, "null") {
		t.Error(text)
	}
}

func TestSARIFBaseline(t *testing.T) {
	r, o := sample(t)
	o.Comparison = &output.Comparison{Preexisting: r.Findings[1:], Fixed: []output.Fixed{{Rule: "forbidden"}}}
	r.Findings = r.Findings[:1]
	var log sarif
	decode(t, render(t, "sarif", r, o), &log)
	states := map[string]string{}
	for _, res := range log.Runs[0].Results {
		states[res.RuleID] = res.BaselineState
	}
	if len(states) != 2 || states["forbidden"] != "new" || states["unknown"] != "unchanged" {
		t.Errorf("%v", states)
	}
}
