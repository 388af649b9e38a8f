package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/fix"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/guard"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/output"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/standalone"
	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// lintFlags are the flags of all commands that analyse packages.
type lintFlags struct {
	dir, tags string
	tests     bool
	rules     map[string]*tristate
	settings  *flag.FlagSet // the flags that change what is found
}

func (l *lintFlags) bind(fs *flag.FlagSet) {
	fs.StringVar(&l.dir, "C", "", "change to `dir` before anything else")
	fs.StringVar(&l.tags, "tags", "", "comma-separated build `tags`")
	fs.BoolVar(&l.tests, "test", true, "analyse test files too")
	l.settings = flag.NewFlagSet("settings", flag.ContinueOnError)
	mcplintconfig.Bind(l.settings)
	l.rules = map[string]*tristate{}
	for _, c := range analyzers.Checks() {
		l.rules[c.Name()] = new(tristate)
		fs.Var(l.rules[c.Name()], c.Name(), "run only the rules named like this; =false: all but those")
		c.Analyzer.Flags.VisitAll(func(f *flag.Flag) { l.settings.Var(f.Value, c.Name()+"."+f.Name, f.Usage) })
	}
	l.settings.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, f.Name, f.Usage) })
}

// selected returns the analyzers that the flags leave, as go vet does: those
// that are named, else all but those that are named with =false.
func (l *lintFlags) selected() []*analysis.Analyzer {
	var only, rest []*analysis.Analyzer
	for _, a := range analyzers.All() {
		switch *l.rules[a.Name] {
		case yes:
			only = append(only, a)
			rest = append(rest, a)
		case unset:
			rest = append(rest, a)
		}
	}
	if only != nil {
		return only
	}
	return rest
}

// canonical returns the settings in one form for all ways to write them.
func (l *lintFlags) canonical() string {
	var lines []string
	l.settings.VisitAll(func(f *flag.Flag) {
		items := strings.Split(f.Value.String(), ",")
		for i, item := range items {
			items[i] = strings.TrimSpace(item)
		}
		slices.Sort(items)
		lines = append(lines, f.Name+"="+strings.Join(slices.Compact(items), ","))
	})
	return strings.Join(lines, "\n")
}

// analyse runs the analyzers that the flags select.
func (c *command) analyse(l *lintFlags, patterns []string, m *meter) (*finding.Report, error) {
	dir, err := c.dir(l.dir)
	if err != nil {
		return nil, err
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	g := &guard.Guard{}
	g.Install(analyzers.All())
	selected := l.selected()
	if len(selected) == 0 {
		return nil, usagef("no rule is left to run")
	}
	opts := standalone.Options{
		Dir: dir, Patterns: patterns, Tags: l.tags, Tests: l.tests,
		Analyzers: selected, Settings: l.canonical(), Guard: g, Factless: effect.Factless,
		Measure: m.measure(),
	}
	p := newProgress(c.stderr)
	opts.Progress = p.update()
	collectMore()
	report, err := standalone.Run(opts)
	p.clear()
	if err != nil {
		return nil, err
	}
	finding.Annotate(report.Findings)
	return report, nil
}

// mainFlags are the flags of the main command.
type mainFlags struct {
	lintFlags
	format    string
	json      bool
	fix, diff bool
	context   int
	exitZero  bool
	meter     meter
}

func bindLint(fs *flag.FlagSet) *mainFlags {
	l := new(mainFlags)
	l.lintFlags.bind(fs)
	l.meter.bind(fs)
	fs.StringVar(&l.format, "format", "text", "write findings as `format`: "+strings.Join(output.Formats(), ", "))
	fs.BoolVar(&l.json, "json", false, "the same as -format=json")
	fs.BoolVar(&l.fix, "fix", false, "apply the fixes of findings that have one")
	fs.BoolVar(&l.diff, "diff", false, "print the fixes as a diff instead of applying them")
	fs.IntVar(&l.context, "c", -1, "in text, also print the source, with `n` lines of context")
	fs.BoolVar(&l.exitZero, "exit-zero", false, "exit with 0 although there are findings")
	return l
}

// lint is the main command.
func (c *command) lint(args []string) (int, error) {
	fs := flag.NewFlagSet("mcplint", flag.ContinueOnError)
	l := bindLint(fs)
	patterns, err := parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return exitClean, c.usage()
	}
	if err != nil {
		return 0, err
	}
	if l.json {
		l.format = "json"
	}
	write, err := output.For(l.format)
	if err != nil {
		return 0, usageError{err}
	}
	stop, err := l.meter.start(c.stderr)
	if err != nil {
		return 0, err
	}
	defer stop()
	report, err := c.analyse(&l.lintFlags, patterns, &l.meter)
	if err != nil {
		return 0, err
	}
	opts := c.outputOptions()
	opts.Context = l.context
	opts.Color = l.format == "text" && colorful(c.stdout)
	if l.diff {
		return c.diff(report, opts, l.exitZero)
	}
	if l.fix {
		if err := c.fix(report); err != nil {
			return 0, err
		}
	}
	if err := write(c.stdout, report, opts); err != nil {
		return 0, err
	}
	if err := output.Problems(c.stderr, report, opts); err != nil {
		return 0, err
	}
	return exitCode(report, len(report.Findings) > 0 && !l.exitZero), nil
}

func exitCode(r *finding.Report, findings bool) int {
	switch {
	case len(r.Problems) > 0:
		return exitFailed
	case findings:
		return exitFindings
	}
	return exitClean
}

// fix applies the fixes and takes the findings that they remove out of the
// report.
func (c *command) fix(report *finding.Report) error {
	plan := fix.Plan(report.Findings, report.Names)
	if err := fix.Write(plan.Changes); err != nil {
		return err
	}
	c.refusals(plan)
	if len(plan.Fixed) > 0 {
		fmt.Fprintf(c.stderr, "mcplint: fixed %s in %s\n",
			plural(len(plan.Fixed), "finding"), plural(len(plan.Changes), "file"))
	}
	report.Findings = plan.Rest
	return nil
}

// diff prints what fix would change. It exits with 1 if that is anything.
func (c *command) diff(report *finding.Report, opts output.Options, exitZero bool) (int, error) {
	plan := fix.Plan(report.Findings, report.Names)
	for _, ch := range plan.Changes {
		name := opts.Slashed(ch.File)
		if _, err := fmt.Fprint(c.stdout, fix.Unified("a/"+name, "b/"+name, ch.Old, ch.New)); err != nil {
			return 0, err
		}
	}
	c.refusals(plan)
	if err := output.Problems(c.stderr, report, opts); err != nil {
		return 0, err
	}
	return exitCode(report, len(plan.Changes) > 0 && !exitZero), nil
}

func (c *command) refusals(plan *fix.Result) {
	for _, text := range plan.Refused {
		fmt.Fprintf(c.stderr, "mcplint: %s\n", text)
	}
	if plan.Conflicts > 0 {
		fmt.Fprintf(c.stderr, "mcplint: left out %s that overlap with another; run again to apply more\n",
			plural(plan.Conflicts, "fix"))
	}
	if plan.Unfit > 0 {
		fmt.Fprintf(c.stderr, "mcplint: left out %s in files that are generated, rewritten by cgo, or changed since\n",
			plural(plan.Unfit, "fix"))
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "x") {
		noun += "e"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// colorful reports whether w is a terminal that wants colours.
func colorful(w any) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// A tristate is a boolean flag that knows whether it was set.
type tristate int

const (
	unset tristate = iota
	yes
	no
)

// IsBoolFlag makes -NAME the same as -NAME=true.
func (*tristate) IsBoolFlag() bool { return true }

// String implements flag.Value.
func (t *tristate) String() string {
	if t == nil || *t == unset {
		return ""
	}
	return strconv.FormatBool(*t == yes)
}

// Set implements flag.Value.
func (t *tristate) Set(s string) error {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return errors.New("want true or false")
	}
	if *t = no; b {
		*t = yes
	}
	return nil
}
