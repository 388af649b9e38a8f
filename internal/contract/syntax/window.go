// This file parses the time for which a key is remembered.

package syntax

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

const day = 24 * time.Hour

// ParseWindow parses a positive duration as [time.ParseDuration] does, with
// days in front if need be: "24h", "30d", "1d12h".
func ParseWindow(s string) (time.Duration, error) {
	bad := fmt.Errorf("%q is not a positive duration such as 24h or 30d", s)
	total := time.Duration(0)
	rest := s
	if days, after, ok := strings.Cut(s, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 32)
		if err != nil || n > uint64(math.MaxInt64/day) {
			return 0, bad
		}
		total, rest = time.Duration(n)*day, after
	}
	if rest != "" {
		d, err := time.ParseDuration(rest)
		if err != nil || d < 0 || total > math.MaxInt64-d {
			return 0, bad
		}
		total += d
	}
	if total <= 0 {
		return 0, bad
	}
	return total, nil
}
