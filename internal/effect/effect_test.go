package effect_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/internal/effect"
)

// The helpers of another package and what is exported of them.
func TestHelperFacts(t *testing.T) {
	facts := casetest.Facts(t, effect.Analyzer, "retrywrite/helpers/retryhelp", "retrywrite/predicates/classify")
	for _, want := range []string{
		"cases/retrywrite/helpers/retryhelp.Do: effect(calls param:#2; reinvokes 2",
		"cases/retrywrite/helpers/retryhelp.Again: effect(calls param:#0; calls param:#1; reinvokes 0",
		"cases/retrywrite/helpers/retryhelp.Stoppable: effect(calls param:#1; reinvokes 1",
		"cases/retrywrite/predicates/classify.Broken: effect(handles errors",
	} {
		if !slices.ContainsFunc(facts, func(f string) bool { return strings.HasPrefix(f, want) }) {
			t.Errorf("no fact begins with %q in:\n%s", want, strings.Join(facts, "\n"))
		}
	}
	// What runs its func once, or once for each element, invokes nothing again.
	for _, once := range []string{"Timed", "Each"} {
		for _, f := range facts {
			if strings.HasPrefix(f, "cases/retrywrite/helpers/retryhelp."+once+":") && strings.Contains(f, "reinvokes") {
				t.Errorf("%s runs its func once: %s", once, f)
			}
		}
	}
}

// Facts of two runs are the same, and what a client does is known.
func TestFactsAgain(t *testing.T) {
	patterns := []string{"retrywrite/wrappers/...", "retrywrite/handrpc/..."}
	first := casetest.Facts(t, effect.Analyzer, patterns...)
	second := casetest.Facts(t, effect.Analyzer, patterns...)
	if !slices.Equal(first, second) {
		t.Errorf("two runs differ:\n%s\n\n%s", strings.Join(first, "\n"), strings.Join(second, "\n"))
	}
	if !slices.ContainsFunc(first, func(f string) bool { return strings.Contains(f, "tools/call ") }) {
		t.Errorf("no function issues tools/call in:\n%s", strings.Join(first, "\n"))
	}
	if !slices.ContainsFunc(first, func(f string) bool { return strings.Contains(f, "sends param:#") }) {
		t.Errorf("no function forwards its method in:\n%s", strings.Join(first, "\n"))
	}
}
