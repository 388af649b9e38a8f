//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package recovery

import (
	"errors"
	"path/filepath"
	"testing"
)

// TestJournalInUse checks that a journal has one writer.
func TestJournalInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := open(t, path)
	if _, err := OpenFileJournal(path); !errors.Is(err, ErrJournalInUse) {
		t.Errorf("opened twice: %v", err)
	}
	j.Close()
	open(t, path)
}
