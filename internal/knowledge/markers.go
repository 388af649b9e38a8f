package knowledge

import "sync"

// IsMarker reports whether fullName is a function that wraps an error, or an
// error variable to be wrapped, so that a vehicle or an engine stops, or goes
// on.
func IsMarker(fullName string) bool { return markers()[fullName] }

var markers = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	add := func(names []string) {
		for _, n := range names {
			out[n] = true
		}
	}
	for _, v := range vehicles() {
		add(v.Permanent)
		add(v.Retryable)
	}
	for _, h := range handlers() {
		add(h.Permanent)
	}
	return out
})
