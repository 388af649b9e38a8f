package knowledge

// An Identity is a kind of value that belongs to the transport of a request
// and not to the operation it asks for.
type Identity uint8

// The transport identities.
const (
	NoIdentity Identity = iota
	RPCID
	SessionID
	EventID
	ProgressToken
	SubscriptionID
	RequestState
	TaskID
)

func (i Identity) String() string {
	return [...]string{"no identity", "JSON-RPC id", "session id", "event id", "progress token",
		"subscription id", "request state", "task id"}[i]
}

// IdentityOf returns what the function or method named fullName returns.
func IdentityOf(fullName string) (Identity, bool) { i, ok := identityFuncs[fullName]; return i, ok }

// IdentityField returns what the field named name ("example.com/pkg.Type.Field") holds.
func IdentityField(name string) (Identity, bool) { i, ok := identityFields[name]; return i, ok }

// IdentityHeader returns what the HTTP header named name, in any case, carries.
func IdentityHeader(name string) (Identity, bool) { return NoIdentity, false }

// A Mint says how a function makes an identifier.
type Mint uint8

// The kinds of mint functions.
const (
	MintFresh         Mint = iota + 1 // a new value with every call
	MintDeterministic                 // the same value for the same arguments
	MintTime                          // derived from the clock
	MintCounter                       // the next number of a counter
)

// MintOf returns how the function named fullName makes an identifier.
func MintOf(fullName string) (Mint, bool) { m, ok := mints[fullName]; return m, ok }

// MintInto returns the argument that the function named fullName fills with
// fresh bytes.
func MintInto(fullName string) (arg int, ok bool) { arg, ok = mintInto[fullName]; return arg, ok }

// Transparent returns the argument that the function named fullName hands
// through (uuid.Must).
func Transparent(fullName string) (arg int, ok bool) { arg, ok = transparent[fullName]; return arg, ok }

var (
	identityFuncs  = map[string]Identity{}
	identityFields = map[string]Identity{}
	mints          = map[string]Mint{"github.com/google/uuid.NewString": MintFresh}
	mintInto       = map[string]int{"crypto/rand.Read": 0}
	transparent    = map[string]int{"github.com/google/uuid.Must": 0}
)
