//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package recovery

import "os"

// There is no lock in the standard library for these systems: that only one
// process opens a journal is up to the application.
func lockFile(*os.File) error { return nil }

// Directories cannot be synced everywhere.
func syncDir(string) error { return nil }
