package retrywrite

import (
	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
)

// fix returns the fix of a finding, if one is mechanical.
func (c checker) fix(rep effect.Repetition) *analysis.SuggestedFix { return nil }
