// Package schema checks our SARIF against the schema of the standard. It is a
// module of its own because that needs libraries which the command does not.
package schema

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // has the schema
	"github.com/xeipuuv/gojsonschema"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/output"
)

// load returns the schema. The library carries it as a string constant of a
// package that validates only what the library itself has written, so that it
// is read from the source.
func load(t *testing.T) *gojsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	longest := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && len(lit.Value) > len(longest) {
			longest = lit.Value
		}
		return true
	})
	text, err := strconv.Unquote(longest)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// A check that accepts everything would be no check.
func TestLoad(t *testing.T) {
	for _, bad := range []string{
		`{}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"m"},"levle":"error"}]}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"m"},"level":"bad"}]}]}`,
	} {
		result, err := load(t).Validate(gojsonschema.NewStringLoader(bad))
		if err != nil || result.Valid() {
			t.Errorf("accepted: %s (%v)", bad, err)
		}
	}
}

func TestSchema(t *testing.T) {
	schema := load(t)
	base, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	pos := finding.Position{File: filepath.Join(base, "schema_test.go"), Line: 3, Column: 2}
	far := finding.Position{File: filepath.Join(base, "..", "sarif.go"), Line: 1}
	full := finding.Finding{
		Rule: analyzers.Checks()[0].Name(), Pos: pos, End: pos, Message: "m", Package: "p", Function: "(*T).f", Fingerprint: "0",
		Flow:    []finding.Note{{Pos: pos, Message: "a"}, {Pos: far, Message: "b"}, {Message: "c"}},
		Related: []finding.Note{{Pos: far, Message: "r"}},
		Fixes:   []finding.Fix{{Message: "f", Edits: []finding.Edit{{Start: pos, End: pos, New: "x"}, {Start: far, End: far}}}},
	}
	bare := finding.Finding{Rule: "bare", Pos: far, End: far, Message: "m", Fingerprint: "1"}
	problems := []finding.Problem{{Kind: finding.Compile, Pos: pos, Message: "c"}, {Kind: finding.Incident, Message: "i"}}
	options := output.Options{Base: base, Version: "v0.0.0", Checks: analyzers.Checks()}
	compared := options
	compared.Comparison = &output.Comparison{Preexisting: []finding.Finding{bare}, Fixed: []output.Fixed{{Rule: "gone"}}}
	for name, test := range map[string]struct {
		report  finding.Report
		options output.Options
	}{
		"empty":    {finding.Report{}, options},
		"full":     {finding.Report{Findings: []finding.Finding{full, bare}, Problems: problems}, options},
		"compared": {finding.Report{Findings: []finding.Finding{full}}, compared},
	} {
		t.Run(name, func(t *testing.T) {
			var buf bytes.Buffer
			if err := output.SARIF(&buf, &test.report, test.options); err != nil {
				t.Fatal(err)
			}
			result, err := schema.Validate(gojsonschema.NewBytesLoader(buf.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range result.Errors() {
				t.Error(e)
			}
		})
	}
}

// What the command itself prints of real code is valid too: findings of
// several rules, with flows through helpers of other packages, and fixes.
func TestCommand(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", "..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", "./cmd/mcplint", "-C", filepath.Join(root, "testdata", "src"), "-format=sarif", "-exit-zero",
		"./freshkey/...", "./contract/...", "./hinttrust/across/...")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "PWD="+root, "GOWORK=off", "MCPLINT_CACHE="+filepath.Join(t.TempDir(), "cache"))
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	result, err := load(t).Validate(gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range result.Errors() {
		t.Error(e)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID       string
				Fingerprints map[string]string `json:"partialFingerprints"`
				Fixes        []any
				CodeFlows    []struct {
					ThreadFlows []struct{ Locations []any }
				}
			}
		}
	}
	if err := json.Unmarshal(text, &log); err != nil || len(log.Runs) != 1 {
		t.Fatal(err, len(log.Runs))
	}
	rules, prints, fixes, longest := map[string]bool{}, map[string]bool{}, 0, 0
	for _, r := range log.Runs[0].Results {
		rules[r.RuleID] = true
		fixes += len(r.Fixes)
		for _, print := range r.Fingerprints {
			prints[print] = true
		}
		for _, flow := range r.CodeFlows {
			longest = max(longest, len(flow.ThreadFlows[0].Locations))
		}
	}
	if len(rules) < 3 || fixes == 0 || longest < 3 || len(prints) != len(log.Runs[0].Results) {
		t.Errorf("%d results: %d rules, %d fixes, flows of up to %d places, %d fingerprints",
			len(log.Runs[0].Results), len(rules), fixes, longest, len(prints))
	}
}
