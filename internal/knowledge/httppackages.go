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
	for name := range httpProducers {
		out[packageOf(name)] = true
	}
	for name := range httpProducerTypes {
		out[packageOf(name)] = true
	}
	return out
})

// packageOf returns the import path in the full name of a function, a method
// or a type.
func packageOf(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(name, '/')
	if dot := strings.IndexByte(name[slash+1:], '.'); dot >= 0 {
		return name[:slash+1+dot]
	}
	return name
}
