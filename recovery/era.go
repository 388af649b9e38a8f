package recovery

import "strconv"

// An Era is one of the two families of protocol revisions, which differ in
// what a client may do when a response is lost.
type Era uint8

const (
	// EraUnknown: the revision was not negotiated or is not known. Nothing is
	// assumed that only one era offers.
	EraUnknown Era = iota
	// Legacy: the revisions up to 2025-11-25, which begin with initialize. A
	// broken stream may be resumable with Last-Event-ID.
	//
	// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
	Legacy
	// Modern: 2026-07-28 and later. There are no sessions and no resumable
	// streams: a lost response stays lost, and a re-issued request is a new
	// request with a new id.
	//
	// https://modelcontextprotocol.io/specification/2026-07-28/changelog#major-changes
	Modern

	numEras = iota
)

var eraNames = [numEras]string{"unknown era", "legacy", "modern"}

// firstModern is the first protocol revision of the modern era.
const firstModern = "2026-07-28"

// EraOf returns the era of a protocol revision as negotiated in initialize or
// server/discover, such as "2025-11-25". Revisions are named by dates
// (https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning);
// any other text is of [EraUnknown].
func EraOf(revision string) Era {
	if !isDate(revision) {
		return EraUnknown
	}
	if revision < firstModern {
		return Legacy
	}
	return Modern
}

// isDate reports whether s has the form 2025-11-25, so that comparing texts
// compares dates.
func isDate(s string) bool {
	if len(s) != len(firstModern) {
		return false
	}
	for i := range len(s) {
		if dash := i == 4 || i == 7; dash != (s[i] == '-') || !dash && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

// String returns the name of the era in lower case.
func (e Era) String() string {
	if int(e) < len(eraNames) {
		return eraNames[e]
	}
	return "Era(" + strconv.Itoa(int(e)) + ")"
}

// MarshalText encodes the era as its name.
func (e Era) MarshalText() ([]byte, error) { return marshalName(e, eraNames[:]) }

// UnmarshalText decodes a name written by MarshalText.
func (e *Era) UnmarshalText(text []byte) error { return unmarshalName(e, eraNames[:], text) }
