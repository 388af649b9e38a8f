package main

import (
	"bufio"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/mcprecovery/mcplint/analyzers"
)

// usage prints how the command is used.
func (c *command) usage() error {
	out := bufio.NewWriter(c.stdout)
	fmt.Fprint(out, `Mcplint finds unsafe recovery in Go clients of the Model Context Protocol.

Usage:

	mcplint [flags] [packages]            analyse packages (default: the one in this directory)
	mcplint explain RULE                  what a rule reports, why, and what to do
	mcplint list                          all rules
	mcplint baseline create|diff          compare findings with those of an earlier run
	mcplint completion bash|zsh|fish      print shell completion
	mcplint version                       print the version
	go vet -vettool=$(which mcplint)      run under go vet

Exit codes: 0 nothing to report, 1 findings, 2 usage, 3 something could not be analysed.

Flags:

`)
	fs := flag.NewFlagSet("mcplint", flag.ContinueOnError)
	bindLint(fs)
	if err := printFlags(out, fs); err != nil {
		return err
	}
	fmt.Fprint(out, "\nRules:\n\n")
	if err := out.Flush(); err != nil {
		return err
	}
	return c.list(nil)
}

// list prints all rules, one a line.
func (c *command) list(args []string) error {
	if len(args) > 0 {
		return usagef("list takes no arguments")
	}
	w := tabwriter.NewWriter(c.stdout, 0, 8, 2, ' ', 0)
	for _, check := range analyzers.Checks() {
		mode := ""
		if !check.Default {
			mode = " (opt-in: -with=" + check.Name() + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s%s\n", check.Name(), check.Class, check.Title(), mode)
	}
	return w.Flush()
}

// explain prints the documentation of rules.
func (c *command) explain(args []string) error {
	if len(args) == 0 {
		return usagef("explain takes the name of a rule (mcplint list)")
	}
	for i, name := range args {
		check, ok := analyzers.ByName(name)
		if !ok {
			return usageError{unknown("rule", name, ruleNames(), "mcplint list")}
		}
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		if _, err := fmt.Fprint(c.stdout, describe(check)); err != nil {
			return err
		}
	}
	return nil
}

// classes says in words what the letters mean.
var classes = map[string]string{
	"N": "the code contradicts a MUST of the specification",
	"S": "the code contradicts a SHOULD of the specification",
	"D": "the code relies on a guarantee that the protocol does not give",
	"-": "about mcplint's own directives",
}

func describe(check analyzers.Check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s\n\n", check.Name(), check.Title(), check.Doc())
	fmt.Fprintf(&b, "Class %s: %s.\n", check.Class, classes[check.Class])
	if !check.Default {
		fmt.Fprintf(&b, "The rule is idle unless -with=%s switches it on.\n", check.Name())
	}
	fmt.Fprintf(&b, "To suppress a finding: //mcplint:ignore %s reason, on its line or the line above.\n", check.Name())
	fmt.Fprintf(&b, "More: %s\n", check.URL())
	return b.String()
}

// version prints what bug reports need.
func (c *command) version(args []string) error {
	if len(args) > 0 {
		return usagef("version takes no arguments")
	}
	_, err := fmt.Fprintf(c.stdout, "mcplint %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version returns the version of the module, or what is known of a build
// from a checkout.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel+" + s.Value[:min(12, len(s.Value))]
		}
	}
	return "devel"
}
