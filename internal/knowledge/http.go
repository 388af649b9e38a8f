package knowledge

// HTTPProducerOf returns the function or method named fullName that makes an
// HTTP client or round tripper which may replay requests.
func HTTPProducerOf(fullName string) (HTTPProducer, bool) {
	p, ok := httpProducers[fullName]
	return p, ok
}

// HTTPProducerType is like [HTTPProducerOf] for types that are such a round
// tripper themselves.
func HTTPProducerType(name string) (HTTPProducer, bool) {
	p, ok := httpProducerTypes[name]
	return p, ok
}

// PlugField reports whether the field named name ("example.com/pkg.Type.Field")
// puts an HTTP client or round tripper under an MCP transport.
func PlugField(name string) bool { return plugFields[name] }

// PlugArg returns the argument of the function named fullName that is put
// under an MCP transport.
func PlugArg(fullName string) (arg int, ok bool) { arg, ok = plugArgs[fullName]; return arg, ok }

var (
	httpProducers     = map[string]HTTPProducer{}
	httpProducerTypes = map[string]HTTPProducer{}
	plugFields        = map[string]bool{}
	plugArgs          = map[string]int{}
)
