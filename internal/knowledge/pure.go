package knowledge

import (
	"slices"
	"strings"
	"sync"
)

// IsPure reports whether the results of the function or method named fullName
// depend on nothing but its arguments (its receiver included), so that they
// say the same as those: formatting, conversion, copying, hashing. Functions
// that write through an argument are not among them.
func IsPure(fullName string) bool {
	if pure()[fullName] {
		return true
	}
	if strings.HasPrefix(fullName, "(") {
		return false
	}
	i := strings.LastIndexByte(fullName, '.')
	return i > 0 && purePackages()[fullName[:i]] && !impure()[fullName]
}

// purePackages have no other functions than pure ones, but for impure.
var purePackages = sync.OnceValue(func() map[string]bool {
	return wordSet(`strings strconv unicode unicode/utf8 unicode/utf16 math math/bits math/cmplx
	path html cmp bytes slices maps encoding/hex net/netip`)
})

var impure = sync.OnceValue(func() map[string]bool {
	return set(
		"maps.Copy", "maps.DeleteFunc", "maps.Insert",
		"slices.Sort", "slices.SortFunc", "slices.SortStableFunc", "slices.Reverse",
		"encoding/hex.Encode", "encoding/hex.Decode", "encoding/hex.NewEncoder", "encoding/hex.NewDecoder", "encoding/hex.Dumper",
	)
})

// pure holds the pure functions and methods of other packages of std, and the
// conversions of the id libraries in [MintOf].
var pure = sync.OnceValue(func() map[string]bool {
	timeParts := []string{"Add", "AddDate", "Clock", "Compare", "Date", "Day", "Equal", "Format", "AppendFormat", "Hour", "In",
		"IsZero", "Local", "MarshalJSON", "MarshalText", "Minute", "Month", "Nanosecond", "Round", "Second", "String", "Sub", "Truncate",
		"UTC", "Unix", "UnixMicro", "UnixMilli", "UnixNano", "Weekday", "Year", "YearDay", "After", "Before"}
	var names []string
	for _, g := range [][]string{
		within("fmt", "Sprint", "Sprintf", "Sprintln", "Append", "Appendf", "Appendln"),
		within("path/filepath", "Base", "Clean", "Dir", "Ext", "FromSlash", "IsAbs", "IsLocal", "Join", "Match", "Rel", "Split",
			"SplitList", "ToSlash", "VolumeName"),
		within("encoding/json", "Marshal", "MarshalIndent", "Valid"),
		methods("", "encoding/json.Number", "String", "Int64", "Float64"),
		methods("", "encoding/json.RawMessage", "MarshalJSON"),
		methods("*", "encoding/base64.Encoding", "EncodeToString", "DecodeString", "EncodedLen", "DecodedLen", "AppendEncode"),
		methods("*", "encoding/base32.Encoding", "EncodeToString", "DecodeString", "EncodedLen", "DecodedLen", "AppendEncode"),
		within("net/url", "PathEscape", "PathUnescape", "QueryEscape", "QueryUnescape", "Parse", "ParseQuery", "ParseRequestURI", "JoinPath"),
		methods("*", "net/url.URL", "String", "JoinPath", "Hostname", "Port", "EscapedPath", "Query", "RequestURI", "ResolveReference"),
		methods("", "net/url.Values", "Encode", "Get", "Has"),
		within("net", "JoinHostPort", "SplitHostPort", "ParseIP", "ParseCIDR"),
		within("net/http", "CanonicalHeaderKey", "StatusText"),
		methods("", "net/http.Header", "Get", "Values", "Clone"),
		within("net/textproto", "CanonicalMIMEHeaderKey", "TrimString"),
		within("crypto/sha256", "Sum256", "Sum224"), within("crypto/sha512", "Sum512", "Sum384", "Sum512_224", "Sum512_256"),
		within("crypto/sha1", "Sum"), within("crypto/md5", "Sum"),
		within("crypto/sha3", "Sum224", "Sum256", "Sum384", "Sum512", "SumSHAKE128", "SumSHAKE256"),
		within("hash/crc32", "Checksum", "ChecksumIEEE"), within("hash/crc64", "Checksum"), within("hash/adler32", "Checksum"),
		within("crypto/hmac", "Equal"), within("crypto/subtle", "ConstantTimeCompare"),
		within("time", "Date", "Unix", "UnixMicro", "UnixMilli", "Parse", "ParseInLocation", "ParseDuration"),
		methods("", "time.Time", timeParts...),
		methods("", "time.Duration", "Abs", "Hours", "Microseconds", "Milliseconds", "Minutes", "Nanoseconds", "Round", "Seconds",
			"String", "Truncate"),
		within("regexp", "QuoteMeta", "MatchString"),
		methods("*", "regexp.Regexp", "FindString", "FindStringSubmatch", "FindAllString", "MatchString", "ReplaceAllString",
			"ReplaceAllLiteralString", "ReplaceAllStringFunc", "Split", "String"),
		within("reflect", "DeepEqual"),
		{"(fmt.Stringer).String", "(*strings.Replacer).Replace", "(error).Error"},
		conversions("github.com/google/uuid.UUID", "String", "URN", "MarshalText", "MarshalBinary"),
		conversions("github.com/gofrs/uuid.UUID", "String", "Bytes", "MarshalText"),
		conversions("github.com/gofrs/uuid/v5.UUID", "String", "Bytes", "MarshalText"),
		conversions("github.com/satori/go.uuid.UUID", "String", "Bytes", "MarshalText"),
		conversions("github.com/pborman/uuid.UUID", "String", "URN", "MarshalText"),
		conversions("github.com/oklog/ulid/v2.ULID", "String", "Bytes", "MarshalText"),
		conversions("github.com/segmentio/ksuid.KSUID", "String", "Bytes", "MarshalText"),
		conversions("github.com/rs/xid.ID", "String", "Bytes", "MarshalText"),
		conversions("go.jetify.com/typeid.TypeID", "String", "Suffix", "UUID", "MarshalText"),
		conversions("github.com/bwmarrin/snowflake.ID", "String", "Int64", "Base2", "Base32", "Base36", "Base58", "Base64", "Bytes"),
		within("github.com/google/uuid", "Parse", "MustParse", "ParseBytes", "FromBytes", "Validate"),
		within("github.com/gofrs/uuid/v5", "FromString", "FromStringOrNil", "FromBytes"),
		within("github.com/oklog/ulid/v2", "Parse", "MustParse", "ParseStrict", "Timestamp"),
	} {
		names = slices.Concat(names, g)
	}
	return set(names...)
})

// conversions names methods with a value receiver.
func conversions(typ string, names ...string) []string { return methods("", typ, names...) }
