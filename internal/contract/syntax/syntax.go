// Package syntax is the small language that directives and settings share:
// the effect of a tool, patterns of tool names, paths into parameters, places
// of deduplication keys, and windows of time. It knows nothing of Go source.
package syntax

// An Effect is what a contract says about a tool.
type Effect uint8

// The effects. Every tool without a contract is Unstated, which counts as a
// write.
const (
	Unstated Effect = iota
	Read            // no consequential effect
	Write           // consequential, whatever the name suggests
)

func (e Effect) String() string {
	switch e {
	case Read:
		return "read"
	case Write:
		return "write"
	}
	return "unstated"
}

// Join returns the effect on which two contracts agree; if they disagree,
// Write wins.
func (e Effect) Join(f Effect) Effect { return max(e, f) }
