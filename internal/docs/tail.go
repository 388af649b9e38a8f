package docs

import (
	"flag"
	"fmt"
	"strings"
)

// settings tells which flags change what the rule reports.
func (p Page) settings(b *strings.Builder) {
	name := p.Check.Name()
	b.WriteString("\n## Settings\n\n| flag | golangci-lint | effect |\n|---|---|---|\n")
	if p.Check.Default {
		fmt.Fprintf(b, "| `-%s=false` | `%[1]s: false` | leaves the rule out |\n", name)
	} else {
		fmt.Fprintf(b, "| `-with=%s` | `with: [%[1]s]` | switches the rule on |\n", name)
	}
	fmt.Fprintf(b, "| `-%s` | `%[1]s: true` | runs this rule and others named so, and no more |\n", name)
	p.Check.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		fmt.Fprintf(b, "| `-%s.%s` | `%[1]s.%[2]s` | %s |\n", name, f.Name, f.Usage)
	})
	if p.Cases != nil && p.Cases.Strict != "" {
		fmt.Fprintf(b, "| `-strict` | `strict: true` | also reports what a name or a rare case only suggests: [cases](%s) |\n", p.Cases.Strict)
	}
	b.WriteString("\nWhat `-read`, `-write`, `-calls` and the directives say holds for all rules: [directives.md](../directives.md#settings).\n")
}

// suppression tells how one finding is silenced.
func (p Page) suppression(b *strings.Builder) {
	name := p.Check.Name()
	fmt.Fprintf(b, `
## Suppression

On the line of the finding, or on the line above:

`+"```go\n//mcplint:ignore %s the ledger deduplicates by order number\n```"+`

The reason is required, and an ignore that suppresses nothing is reported. `+"`//nolint:mcplint // why`"+` works in every driver too;
golangci-lint judges it by its own rules. In golangci-lint's configuration, an exclusion with `+"`linters: [mcplint]`"+` and
`+"`text: '^%[1]s:'`"+` leaves out one rule for some paths.
`, name)
}

// cases lists where the rule's cases are.
func (p Page) cases(b *strings.Builder) {
	if p.Cases == nil || len(p.Cases.Topics) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Cases\n\nWhat the rule reports and what it passes over is stated, line by line, in the cases that every driver is tested with.\n\n")
	for _, t := range p.Cases.Topics {
		fmt.Fprintf(b, "- [%s](%s)", t.Name, t.Link)
		if t.Doc != "" {
			b.WriteString(": " + t.Doc)
		}
		b.WriteString("\n")
	}
}
