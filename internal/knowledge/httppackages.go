package knowledge

import (
	"strings"
	"sync"
)

// HTTPProducerPackage reports whether the package with that path makes HTTP
// clients which may replay requests.
func HTTPProducerPackage(path string) bool { return httpPackages()[path] }

var httpPackages = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for name := range httpProducers() {
		out[packageOf(name)] = true
	}
	for name := range httpProducerTypes() {
		out[packageOf(name)] = true
	}
	return out
})

// packageOf returns the import path in the full name of a function, a method
// or a type.
func packageOf(name string) string {
	if owner, _, method := strings.Cut(name, ")."); method {
		name = strings.TrimLeft(owner, "(*")
	}
	return name[:max(0, strings.LastIndexByte(name, '.'))]
}

// MintPackage reports whether the package with that path has functions that
// mint ids, apart from clocks and counters, which everything uses.
func MintPackage(path string) bool { return mintPackages()[path] }

var mintPackages = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for name, m := range mints() {
		if m == MintFresh {
			out[packageOf(name)] = true
		}
	}
	return out
})
