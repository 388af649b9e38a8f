// This file answers for contracts on an HTTP header.

package contract

import (
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
)

// DedupesHeader reports whether a contract in sight says that a server
// recognises a repetition by the HTTP header of that name.
func (s *Set) DedupesHeader(name string) bool {
	if s == nil {
		return false
	}
	says := func(list []Dedupes) bool {
		return slices.ContainsFunc(list, func(d Dedupes) bool {
			return d.Key.Place == syntax.InHeader && len(d.Key.Path) > 0 && strings.EqualFold(d.Key.Path[0], name)
		})
	}
	tools := func(list []ToolContract) bool {
		return slices.ContainsFunc(list, func(c ToolContract) bool { return says(c.Dedupes) })
	}
	for _, f := range s.objects {
		if says(f.Dedupes) {
			return true
		}
	}
	if tools(s.pkg.Clause) || tools(s.pkg.Values) {
		return true
	}
	if !s.facts {
		return false
	}
	for _, f := range s.pass.AllObjectFacts() {
		if c, ok := f.Fact.(*ContractFact); ok && says(c.Dedupes) {
			return true
		}
	}
	for _, f := range s.pass.AllPackageFacts() {
		if p, ok := f.Fact.(*PackageFact); ok && (tools(p.Clause) || tools(p.Values)) {
			return true
		}
	}
	return false
}
