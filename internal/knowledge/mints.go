package knowledge

import (
	"slices"
	"sync"
)

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
func MintOf(fullName string) (Mint, bool) {
	m, ok := mints()[anyStripe(fullName)]
	return m, ok
}

// MintInto returns the argument that the function named fullName fills with
// fresh bytes.
func MintInto(fullName string) (arg int, ok bool) {
	arg, ok = mintInto()[fullName]
	return arg, ok
}

// Transparent returns the argument that the function named fullName hands
// through.
func Transparent(fullName string) (arg int, ok bool) {
	arg, ok = transparent()[fullName]
	return arg, ok
}

var mints = sync.OnceValue(func() map[string]Mint {
	m := make(map[string]Mint)
	for kind, names := range map[Mint][]string{
		MintFresh:         freshMints(),
		MintDeterministic: deterministicMints(),
		// The methods of a time.Time only convert it: see [IsPure].
		MintTime:    {"time.Now", "time.Since", "time.Until", "github.com/oklog/ulid/v2.Now"},
		MintCounter: counterMints(),
	} {
		for _, n := range names {
			m[n] = kind
		}
	}
	return m
})

// freshMints: the id libraries and the random numbers of std. ULIDs of a
// fixed time and entropy source differ all the same.
func freshMints() []string {
	const google, gofrs, gofrs5 = "github.com/google/uuid", "github.com/gofrs/uuid", "github.com/gofrs/uuid/v5"
	ints := []string{"Int", "Int31", "Int31n", "Int63", "Int63n", "Intn", "Uint32", "Uint64", "Float32", "Float64", "Perm"}
	ints2 := []string{"Int", "Int32", "Int32N", "Int64", "Int64N", "IntN", "Uint32", "Uint32N", "Uint64", "Uint64N", "UintN",
		"Float32", "Float64", "Perm"}
	return slices.Concat(
		within(google, "New", "NewString", "NewRandom", "NewRandomFromReader", "NewUUID", "NewV6", "NewV7", "NewV7FromReader",
			"NewDCESecurity", "NewDCEPerson", "NewDCEGroup"),
		within(gofrs, "NewV1", "NewV4", "NewV6", "NewV7"),
		methods("*", gofrs+".Gen", "NewV1", "NewV4", "NewV6", "NewV7"),
		within(gofrs5, "NewV1", "NewV4", "NewV6", "NewV7", "NewV1AtTime", "NewV6AtTime", "NewV7AtTime"),
		methods("*", gofrs5+".Gen", "NewV1", "NewV4", "NewV6", "NewV7"),
		within("github.com/satori/go.uuid", "NewV1", "NewV2", "NewV4"),
		within("github.com/pborman/uuid", "New", "NewRandom", "NewUUID", "NewDCESecurity", "NewDCEPerson", "NewDCEGroup"),
		within("github.com/oklog/ulid/v2", "Make", "New", "MustNew", "MustNewDefault"),
		within("github.com/segmentio/ksuid", "New", "NewRandom", "NewRandomWithTime"),
		within("github.com/rs/xid", "New", "NewWithTime"),
		within("github.com/matoous/go-nanoid/v2", "New", "Must", "Generate", "MustGenerate"),
		within("github.com/lithammer/shortuuid/v4", "New", "NewWithEncoder", "NewWithAlphabet"),
		within("github.com/hashicorp/go-uuid", "GenerateUUID", "GenerateRandomBytes"),
		within("go.jetify.com/typeid", "New", "WithPrefix"),
		[]string{stripe + ".NewIdempotencyKey"},
		within("github.com/nats-io/nuid", "Next"),
		within("github.com/teris-io/shortid", "Generate", "MustGenerate"),
		[]string{
			"(*github.com/bwmarrin/snowflake.Node).Generate", "(*github.com/sony/sonyflake.Sonyflake).NextID",
			"(*github.com/nats-io/nuid.NUID).Next",
			"(*github.com/teris-io/shortid.Shortid).Generate", "(*github.com/teris-io/shortid.Shortid).MustGenerate",
		},
		within("crypto/rand", "Text", "Int", "Prime"),
		within("math/rand", ints...),
		methods("*", "math/rand.Rand", ints...),
		within("math/rand/v2", append([]string{"N", "Uint"}, ints2...)...),
		methods("*", "math/rand/v2.Rand", ints2...),
		[]string{"hash/maphash.MakeSeed"},
	)
}

// deterministicMints give the same id for the same name, and thereby the same
// key for the same operation.
func deterministicMints() []string {
	return slices.Concat(
		within("github.com/google/uuid", "NewSHA1", "NewMD5", "NewHash"),
		within("github.com/gofrs/uuid", "NewV3", "NewV5"),
		within("github.com/gofrs/uuid/v5", "NewV3", "NewV5", "NewV8"),
		within("github.com/satori/go.uuid", "NewV3", "NewV5"),
		within("github.com/pborman/uuid", "NewSHA1", "NewMD5", "NewHash"),
		within("github.com/lithammer/shortuuid/v4", "NewWithNamespace"),
	)
}

func counterMints() []string {
	var out []string
	for _, t := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr"} {
		out = append(out, "sync/atomic.Add"+t, "(*sync/atomic."+t+").Add")
	}
	return out
}

var mintInto = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"crypto/rand.Read":             0,
		"math/rand.Read":               0,
		"(*math/rand.Rand).Read":       0,
		"(*math/rand/v2.ChaCha8).Read": 0,
	}
})

var transparent = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"github.com/google/uuid.Must":    0,
		"github.com/gofrs/uuid.Must":     0,
		"github.com/gofrs/uuid/v5.Must":  0,
		"github.com/satori/go.uuid.Must": 0,
		"go.jetify.com/typeid.Must":      0,
		"github.com/samber/lo.Must":      0,
		"github.com/samber/lo.Must1":     0,
		"strings.Clone":                  0,
	}
})
