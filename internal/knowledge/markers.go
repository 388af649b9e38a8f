package knowledge

import "sync"

// IsMarker reports whether fullName is a function that wraps an error so that
// a vehicle stops, or goes on.
func IsMarker(fullName string) bool { return markers()[fullName] }

var markers = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for _, v := range vehicles {
		for _, f := range v.Permanent {
			out[f] = true
		}
		for _, f := range v.Retryable {
			out[f] = true
		}
	}
	return out
})
