// This file reads the text of SQL statements.

package persist

import (
	"strings"

	"github.com/mcprecovery/mcplint/internal/lazy"
)

var (
	// writes begins a statement that changes rows.
	writes = lazy.Regexp(`(?is)^\s*(?:with\b.*\)\s*)?(insert|update|merge|replace|upsert)\b`)
	// assigned is a column that is set to a literal text.
	assigned = lazy.Regexp(`(?i)\b([a-z_][a-z0-9_]*)"?\s*=\s*'([^']*)'`)
	// flagged is a column that is set to true or false.
	flagged = lazy.Regexp(`(?i)\b([a-z_][a-z0-9_]*)"?\s*=\s*(true|false)\b`)
	// inserted are the columns and the values of an INSERT.
	inserted = lazy.Regexp(`(?is)insert\s+into\s+[^(]*\(([^)]*)\)\s*values\s*\(([^)]*)\)`)
	column   = lazy.Regexp(`(?i)\b[a-z_][a-z0-9_]*\b`)
	where    = lazy.Regexp(`(?is)\b(where|returning)\b.*$`)
)

// A query is what the text of a statement says.
type query struct {
	writes bool
	// kind and shown are what the text itself claims.
	kind  Kind
	shown string
	// status says that a column holds a status, so that a value for a
	// placeholder may be one.
	status bool
}

// readQuery reads the text of a statement. What stands behind WHERE says which
// rows are meant and not what becomes of them.
func readQuery(text string) query {
	var q query
	if !writes().MatchString(text) {
		return q
	}
	q.writes = true
	text = where().ReplaceAllString(text, "")
	for _, m := range assigned().FindAllStringSubmatch(text, -1) {
		if k := statusOf(m[2]); k != None && holdsStatus(m[1]) {
			q.kind, q.shown = k, "'"+m[2]+"'"
		}
	}
	for _, m := range flagged().FindAllStringSubmatch(text, -1) {
		if k := flagOf(m[1], strings.EqualFold(m[2], "true")); k != None {
			q.kind, q.shown = k, m[0]
		}
	}
	if m := inserted().FindStringSubmatch(text); m != nil {
		cols, vals := strings.Split(m[1], ","), strings.Split(m[2], ",")
		for i := range min(len(cols), len(vals)) {
			v := strings.TrimSpace(vals[i])
			if len(v) > 1 && v[0] == '\'' && holdsStatus(strings.Trim(strings.TrimSpace(cols[i]), `"`)) {
				if k := statusOf(strings.Trim(v, "'")); k != None {
					q.kind, q.shown = k, v
				}
			}
		}
	}
	for _, c := range column().FindAllString(text, -1) {
		q.status = q.status || holdsStatus(c)
	}
	return q
}
