package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/baseline"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/output"
)

// defaultBaseline is the file that both subcommands use unless told another.
const defaultBaseline = "mcplint-baseline.json"

func (c *command) baseline(args []string) (int, error) {
	if len(args) == 0 {
		return 0, usagef("baseline takes one of create, diff")
	}
	switch args[0] {
	case "create":
		return c.baselineCreate(args[1:])
	case "diff":
		return c.baselineDiff(args[1:])
	case "help", "-h", "-help", "--help":
		return exitClean, c.usage()
	}
	return 0, usageError{unknown("baseline command", args[0], []string{"create", "diff"}, "create or diff")}
}

// baselineCreate writes the findings of a run to a file.
func (c *command) baselineCreate(args []string) (int, error) {
	fs := flag.NewFlagSet("baseline create", flag.ContinueOnError)
	var l lintFlags
	l.bind(fs)
	name := fs.String("o", defaultBaseline, "write the baseline to `file`; - is standard output")
	patterns, err := parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return exitClean, c.flagHelp(fs)
	}
	if err != nil {
		return 0, err
	}
	report, err := c.analyse(&l, patterns, nil)
	if err != nil {
		return 0, err
	}
	if err := output.Problems(c.stderr, report, c.outputOptions()); err != nil {
		return 0, err
	}
	if err := c.writeBaseline(*name, baseline.New(patterns, report.Findings)); err != nil {
		return 0, err
	}
	if *name != "-" {
		fmt.Fprintf(c.stderr, "mcplint: %s in %s\n", plural(len(report.Findings), "finding"), *name)
	}
	return exitCode(report, false), nil
}

func (c *command) writeBaseline(name string, b *baseline.Baseline) error {
	if name == "-" {
		return b.Write(c.stdout)
	}
	f, err := os.Create(c.file(name))
	if err != nil {
		return err
	}
	return errors.Join(b.Write(f), f.Close())
}

// baselineDiff compares a run with a file.
func (c *command) baselineDiff(args []string) (int, error) {
	fs := flag.NewFlagSet("baseline diff", flag.ContinueOnError)
	var l lintFlags
	l.bind(fs)
	name := fs.String("baseline", defaultBaseline, "compare with the baseline in `file`")
	format := fs.String("format", "text", "write findings as `format`: "+strings.Join(output.Formats(), ", "))
	patterns, err := parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return exitClean, c.flagHelp(fs)
	}
	if err != nil {
		return 0, err
	}
	write, err := output.For(*format)
	if err != nil {
		return 0, usageError{err}
	}
	text, err := os.ReadFile(c.file(*name))
	if err != nil {
		return 0, usageError{fmt.Errorf("%w (mcplint baseline create writes one)", err)}
	}
	base, err := baseline.Parse(text)
	if err != nil {
		return 0, usageError{fmt.Errorf("%s: %w", *name, err)}
	}
	if len(patterns) == 0 {
		patterns = base.Patterns
	}
	report, err := c.analyse(&l, patterns, nil)
	if err != nil {
		return 0, err
	}
	diff := base.Compare(report, slices.Equal(patterns, base.Patterns))
	return c.writeDiff(report, diff, write)
}

// writeDiff prints what the change introduces; formats that know the state of
// a finding get all of them.
func (c *command) writeDiff(report *finding.Report, diff *baseline.Diff, write output.Writer) (int, error) {
	opts := c.outputOptions()
	opts.Comparison = &output.Comparison{Preexisting: diff.Preexisting}
	for _, e := range diff.Fixed {
		opts.Comparison.Fixed = append(opts.Comparison.Fixed, output.Fixed(e))
	}
	report.Findings = diff.Introduced
	if err := write(c.stdout, report, opts); err != nil {
		return 0, err
	}
	if err := output.Problems(c.stderr, report, opts); err != nil {
		return 0, err
	}
	fmt.Fprintf(c.stderr, "mcplint: %d introduced, %d fixed, %d preexisting\n",
		len(diff.Introduced), len(diff.Fixed), len(diff.Preexisting))
	return exitCode(report, len(diff.Introduced) > 0), nil
}

// file resolves a file name of the command line.
func (c *command) file(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.cwd, name)
}

// flagHelp prints the flags of a subcommand.
func (c *command) flagHelp(fs *flag.FlagSet) error {
	if _, err := fmt.Fprintf(c.stdout, "Usage: mcplint %s [flags] [packages]\n\nFlags:\n\n", fs.Name()); err != nil {
		return err
	}
	return printFlags(c.stdout, fs)
}

// printFlags prints all flags but those of the rules.
func printFlags(w io.Writer, fs *flag.FlagSet) error {
	rules := ruleNames()
	var b strings.Builder
	fs.VisitAll(func(f *flag.Flag) {
		if !oneOf(f.Name, rules...) {
			name, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(&b, "\t%s\n\t\t%s\n", strings.TrimSpace("-"+f.Name+" "+name), usage)
		}
	})
	b.WriteString("\t-RULE, -RULE=false\n\t\trun only the rules named like this, or all but those\n")
	_, err := io.WriteString(w, b.String())
	return err
}
