package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/standalone"
)

func main() {
	args := os.Args[1:]
	switch {
	case standalone.IsDriver():
		if err := standalone.ServeDriver(os.Stdin, os.Stdout, args); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case isVetProtocol(args):
		vettool()
	default:
		os.Exit(newCommand(os.Stdout, os.Stderr).main(args))
	}
}

// isVetProtocol reports whether the go command is the caller: it asks for the
// version and the flags, and then hands over one unit at a time.
func isVetProtocol(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return strings.TrimLeft(arg, "-") == "V=full" || arg == "-flags" || arg == "--flags"
	}) || len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}
