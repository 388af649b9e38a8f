package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Sizes of the heap, in bytes.
const (
	// minHeap is where the runtime collects first if the percentage is 100.
	minHeap = 4 << 20
	// A tool of go vet collects nothing before firstHeap, and then at toolHeap.
	firstHeap = 128 << 20
	toolHeap  = 192 << 20
	// The command by itself is to stay below commandMemory, all that the
	// runtime takes, if what it holds at once is less than commandHeap.
	commandMemory = 188 << 20
	commandHeap   = 155 << 20
)

// collectLittle lets garbage lie as long as the heap is small. go vet starts
// its tool for each package, most of which are analysed in some milliseconds:
// a third of them would go into collecting what the end of the process
// disposes of. GOGC in the environment has the last word.
func collectLittle() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(100 * firstHeap / minHeap)
	afterCollections(func(live int64) {
		debug.SetGCPercent(max(100, int((toolHeap-live)*100/live)))
	})
}

// collectMore keeps the command small where that is possible: what needs more
// than commandMemory anyway is not slowed down by the attempt. GOMEMLIMIT in
// the environment has the last word.
func collectMore() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetMemoryLimit(commandMemory)
	afterCollections(func(live int64) {
		if live < commandHeap {
			debug.SetMemoryLimit(commandMemory)
		} else {
			debug.SetMemoryLimit(math.MaxInt64)
		}
	})
}

// afterCollections calls f after each garbage collection with the number of
// bytes that are left.
func afterCollections(f func(live int64)) {
	var next func(struct{})
	next = func(struct{}) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if v := live[0].Value; v.Kind() == metrics.KindUint64 && v.Uint64() > 0 {
			f(int64(v.Uint64()))
		}
		// What nothing points to is cleaned up after the next collection.
		runtime.AddCleanup(new([64]byte), next, struct{}{})
	}
	runtime.AddCleanup(new([64]byte), next, struct{}{})
}
