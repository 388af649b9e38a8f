// This file tells how often a loop goes round, and whether a library waits.

package schedule

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
)

// Rounds returns how often a loop goes round at most, if that is constant.
func Rounds(r *identity.Region) (int64, bool) {
	if r == nil || r.Blocks == nil {
		return 0, false
	}
	n, _, ok := rounds(r)
	return n, ok
}

// NoDelay reports whether constants say that the library function named
// vehicle does not wait between attempts.
func NoDelay(vehicle string, _ ssa.CallInstruction, cfg Config) bool {
	pkg := packageOf(vehicle)
	zero := func(full string) bool {
		n, called, ok := option(cfg, full)
		return called && ok && n == 0
	}
	switch {
	case strings.HasPrefix(pkg, "github.com/cenkalti/backoff"):
		if n, called, ok := option(cfg, pkg+".WithMaxRetries"); called && (!ok || n < 3) {
			return false
		}
		if n, called, ok := option(cfg, pkg+".WithMaxTries"); called && (!ok || n > 0 && n <= 3) {
			return false
		}
		_, none := cfg.Field(pkg+".ZeroBackOff", "")
		return none || zero(pkg+".NewConstantBackOff")
	case strings.HasPrefix(pkg, "github.com/avast/retry-go"):
		if n, called, ok := option(cfg, pkg+".Attempts"); called && (!ok || n > 0 && n <= 3) {
			return false
		}
		return zero(pkg + ".Delay")
	}
	return false
}
