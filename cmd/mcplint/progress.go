package main

import (
	"fmt"
	"io"
	"os"
)

// A progress shows how far a long run is, on one line of a terminal. In CI
// and in files it shows nothing.
type progress struct {
	w     io.Writer
	shown bool
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) || os.Getenv("CI") != "" || os.Getenv("TERM") == "dumb" {
		return &progress{}
	}
	return &progress{w: w}
}

// update returns the function to tell the progress to, or nil.
func (p *progress) update() func(done, total int) {
	if p.w == nil {
		return nil
	}
	return func(done, total int) {
		p.shown = true
		fmt.Fprintf(p.w, "\r\x1b[K%d/%d packages", done, total)
	}
}

// clear removes the line.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// isTerminal reports whether w is a character device other than the null
// device, which is near enough for a line that is only a courtesy.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok || f.Name() == os.DevNull {
		return false
	}
	fi, err := f.Stat()
	if err != nil || fi.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(fi, null)
}
