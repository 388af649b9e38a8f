package mcplint_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/analyzers"
)

var update = flag.Bool("update", false, "write the generated parts of the documentation")

// TestReadmeRules checks that the table of rules in the README shows what is
// registered.
func TestReadmeRules(t *testing.T) {
	const (
		file   = "README.md"
		opened = "-update . -->\n"
		closed = "<!-- end of rules -->\n"
	)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(data), opened)
	_, after, ok2 := strings.Cut(rest, closed)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the rules", file)
	}
	for _, c := range analyzers.Checks() {
		if _, err := os.Stat("docs/checks/" + c.Name() + ".md"); err != nil && !*update {
			t.Errorf("%s has no page; write it with: go test -run TestDocs -update .", c.Name())
		}
	}
	want := before + opened + rulesTable() + closed + after
	if string(data) == want {
		return
	}
	if !*update {
		t.Fatalf("the table of rules in %s is stale; write it with: go test -run TestReadmeRules -update .", file)
	}
	if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func rulesTable() string {
	var b strings.Builder
	b.WriteString("\n| rule | class | reports |\n|---|---|---|\n")
	for _, c := range analyzers.Checks() {
		// The title of an analyzer begins with its own name.
		title := strings.TrimPrefix(c.Title(), c.Name()+": ")
		if !c.Default {
			title += fmt.Sprintf(" (with `-with=%s`)", c.Name())
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name(), c.Class, strings.TrimPrefix(title, "report "))
	}
	b.WriteString("\n")
	return b.String()
}
