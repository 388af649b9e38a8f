package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The sizes of the heap up to which garbage may lie, in bytes: before anything
// has been collected, and later.
const (
	firstHeap = 64 << 20
	laterHeap = 192 << 20
)

// minHeap is the size at which the runtime collects first if the percentage is
// 100.
const minHeap = 4 << 20

// collectLittle lets garbage lie as long as the heap is small. go vet starts
// its tool for each package, most of which are analysed in some milliseconds:
// a third of them would go into collecting what the end of the process
// disposes of. GOGC in the environment has the last word.
func collectLittle() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(100 * firstHeap / minHeap)
	afterCollection()
}

// afterCollection sets the percentage after each collection, so that the next
// one comes when the heap has grown to laterHeap; but never below the usual.
func afterCollection() {
	// What nothing points to is cleaned up after the next collection.
	runtime.AddCleanup(new([64]byte), func(struct{}) {
		percent := 100
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if v := live[0].Value; v.Kind() == metrics.KindUint64 && v.Uint64() > 0 && v.Uint64() < laterHeap {
			percent = max(percent, int(100*(laterHeap-v.Uint64())/v.Uint64()))
		}
		debug.SetGCPercent(percent)
		afterCollection()
	}, struct{}{})
}
