package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// smallHeap is how much a process may hold before memory counts more than
// time, in bytes.
const smallHeap = 16 << 20

// collectLittle lets garbage lie as long as the heap is small. go vet starts
// its tool for each package, most of which are analysed in some milliseconds:
// a third of them would go into collecting what the end of the process
// disposes of. GOGC in the environment has the last word.
func collectLittle() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400)
	untilLarge()
}

// untilLarge looks at the heap after each collection, and goes back to the
// usual percentage when it has grown.
func untilLarge() {
	// What is not reachable any more is cleaned up after the next collection.
	runtime.AddCleanup(new([64]byte), func(struct{}) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() < smallHeap {
			untilLarge()
			return
		}
		debug.SetGCPercent(100)
	}, struct{}{})
}
