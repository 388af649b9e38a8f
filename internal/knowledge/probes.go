package knowledge

// A Probe tells versions of an SDK apart by a symbol.
type Probe struct {
	Package string // the package to look into, when it is itself analysed
	Symbol  string // the name of a function, method, variable or field, as in the other tables
	Feature Feature
}

// A Feature is a behaviour that only some versions of an SDK have.
type Feature uint8

// The features.
const (
	NoFeature Feature = iota
	// ResumesAfter404: mcp-go resumes broken streams (>= 1.2), see [Mode].
	ResumesAfter404
)

// Probes are the symbols to look for.
var Probes = []Probe{
	{mcpGo + "client", "(*" + mcpGo + "client.Client).ListTasksByPage", ResumesAfter404},
}
