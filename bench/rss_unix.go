//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// maxRSS is the peak resident set of the largest process among p and the
// descendants it waited for, in bytes.
func maxRSS(p *os.ProcessState) int64 {
	ru, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(ru.Maxrss) // in bytes there, in kilobytes elsewhere
	}
	return int64(ru.Maxrss) << 10
}
