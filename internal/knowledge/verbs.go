package knowledge

// A VerbKind says what the verb of a tool's name promises.
type VerbKind uint8

// The kinds of verbs.
const (
	UnclearVerb VerbKind = iota // no verb, or one that stands for both
	ReadVerb
	WriteVerb
)

// VerbOf returns the verb of a tool's name and what it promises.
func VerbOf(toolName string) (verb string, kind VerbKind) { return "", UnclearVerb }
