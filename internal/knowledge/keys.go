package knowledge

// A Strength says how surely a name means "this value is used as an
// idempotency key".
type Strength uint8

// The strengths, in order.
const (
	NotKey Strength = iota
	Weak            // needs a second signal
	Medium
	Strong
)

// KeyStrength returns how surely name, of a field, a map entry, a header, an
// argument or a variable, means an idempotency key.
func KeyStrength(name string) Strength { return NotKey }

// ReplayHeader reports whether net/http repeats a POST by itself if the
// request carries the header named name.
func ReplayHeader(name string) bool { return false }

// KeyArg returns the argument of the function named fullName that an API
// outside MCP uses as key of deduplication.
func KeyArg(fullName string) (arg int, ok bool) { arg, ok = keyArgs[fullName]; return arg, ok }

// KeyField reports whether the field named name ("example.com/pkg.Type.Field")
// is used by an API outside MCP as key of deduplication.
func KeyField(name string) bool { return keyFields[name] }

var (
	keyArgs   = map[string]int{}
	keyFields = map[string]bool{}
)
