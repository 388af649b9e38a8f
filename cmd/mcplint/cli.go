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

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/output"
	"github.com/mcprecovery/mcplint/internal/words"
)

// The exit codes.
const (
	exitClean    = 0
	exitFindings = 1
	exitUsage    = 2
	exitFailed   = 3 // something could not be analysed
)

// A command is one invocation of mcplint by a person or a script.
type command struct {
	stdout, stderr io.Writer
	cwd            string
}

func newCommand(stdout, stderr io.Writer) *command {
	cwd, err := os.Getwd()
	if err != nil {
		cwd = "."
	}
	return &command{stdout: stdout, stderr: stderr, cwd: cwd}
}

// A usageError is a mistake on the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// main runs the command and returns its exit code.
func (c *command) main(args []string) int {
	code, err := c.dispatch(args)
	if err == nil {
		return code
	}
	fmt.Fprintf(c.stderr, "mcplint: %v\n", err)
	if errors.As(err, new(usageError)) {
		return exitUsage
	}
	return exitFailed
}

func (c *command) dispatch(args []string) (int, error) {
	if len(args) == 0 {
		return c.lint(nil)
	}
	rest := args[1:]
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(rest) == 0 {
			return exitClean, c.usage()
		}
		return exitClean, c.explain(rest)
	case "explain":
		return exitClean, c.explain(rest)
	case "list":
		return exitClean, c.list(rest)
	case "version", "-version", "--version":
		return exitClean, c.version(rest)
	case "completion":
		return exitClean, c.completion(rest)
	case "baseline":
		return c.baseline(rest)
	}
	return c.lint(args)
}

// parse parses args into fs and returns what follows the flags.
func parse(fs *flag.FlagSet, args []string) ([]string, error) {
	fs.SetOutput(io.Discard)
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
			return nil, usageError{unknown("flag", "-"+name, flagNames(fs), "mcplint help lists them")}
		}
		return nil, usageError{err}
	}
	for _, arg := range fs.Args() {
		if strings.HasPrefix(arg, "-") {
			return nil, usagef("flag %s must stand before the packages", arg)
		}
	}
	return fs.Args(), nil
}

func flagNames(fs *flag.FlagSet) []string {
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return names
}

// dir returns the directory to work in, absolute.
func (c *command) dir(name string) (string, error) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(c.cwd, name)
	}
	switch fi, err := os.Stat(name); {
	case err != nil:
		return "", usageError{fmt.Errorf("-C: %w", err)}
	case !fi.IsDir():
		return "", usagef("-C: %s is not a directory", name)
	}
	return filepath.Clean(name), nil
}

// outputOptions returns what all formats need to know.
func (c *command) outputOptions() output.Options {
	return output.Options{Base: c.cwd, Version: version(), Checks: analyzers.Checks(), Context: -1}
}

// unknown says that there is nothing of that name, and what is like it.
func unknown(what, name string, known []string, hint string) error {
	best, distance := "", max(2, len(name)/3)+1
	for _, k := range known {
		if d := words.Distance([]byte(name), []byte(k)); d < distance {
			best, distance = k, d
		}
	}
	if best != "" {
		return fmt.Errorf("unknown %s %s; did you mean %s? (%s)", what, name, best, hint)
	}
	return fmt.Errorf("unknown %s %s (%s)", what, name, hint)
}

// ruleNames returns the names of all rules, in order.
func ruleNames() []string {
	var names []string
	for _, c := range analyzers.Checks() {
		names = append(names, c.Name())
	}
	return names
}

func oneOf(name string, choices ...string) bool { return slices.Contains(choices, name) }
