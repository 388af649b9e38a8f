package recovery

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// note returns the i-th of a series of distinct records.
func note(i int) Record {
	op := fmt.Sprintf("op%d", i%2)
	r := Record{Time: time.Unix(int64(i), 0).UTC(), Operation: op, Kind: KindReconciled, Note: fmt.Sprintf("note %d é\n%s", i, strings.Repeat("x", i))}
	if i < 2 {
		r.Kind, r.Intent = KindIntent, &Intent{ID: op, Target: Target{"server", "tool"}}
	}
	return r
}

// contents returns the records of a journal in the form in which they compare.
func contents(t *testing.T, j Journal, operation string) []string {
	t.Helper()
	var out []string
	for r, err := range j.Records(t.Context(), operation) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%v %s %s %q", r.Time, r.Operation, r.Kind, r.Note))
	}
	return out
}

// notes returns what contents returns for note(0) to note(n-1).
func notes(n int) []string {
	var out []string
	for i := range n {
		r := note(i)
		out = append(out, fmt.Sprintf("%v %s %s %q", r.Time, r.Operation, r.Kind, r.Note))
	}
	return out
}

func open(t *testing.T, path string) *FileJournal {
	t.Helper()
	j, err := OpenFileJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

// memFile is a file in memory, for tests that go through thousands of them.
type memFile struct{ data []byte }

func (f *memFile) ReadAt(b []byte, off int64) (int, error) {
	return bytes.NewReader(f.data).ReadAt(b, off)
}
func (f *memFile) Truncate(size int64) error { f.data = f.data[:size]; return nil }
func (f *memFile) Sync() error               { return nil }
func (f *memFile) Close() error              { return nil }

func (f *memFile) WriteAt(b []byte, off int64) (int, error) {
	f.data = append(f.data[:off], b...)
	return len(b), nil
}

// written returns the file of a journal with n records and its length after
// the header and after each of them.
func written(t *testing.T, n int) (file []byte, lengths []int64) {
	t.Helper()
	f := &memFile{}
	j, err := openJournal(f, "journal")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		lengths = append(lengths, j.end)
		if err := j.Append(t.Context(), note(i)); err != nil {
			t.Fatal(err)
		}
	}
	return f.data, append(lengths, j.end)
}

func TestJournals(t *testing.T) {
	const n = 7
	for name, j := range map[string]Journal{
		"memory": NewMemoryJournal(),
		"file":   open(t, filepath.Join(t.TempDir(), "journal")),
	} {
		t.Run(name, func(t *testing.T) {
			for i := range n {
				if err := j.Append(t.Context(), note(i)); err != nil {
					t.Fatal(err)
				}
			}
			if err := j.Append(t.Context(), note(1)); !errors.Is(err, ErrOperationExists) {
				t.Errorf("second intent with one id: %v", err)
			}
			if got := contents(t, j, ""); !reflect.DeepEqual(got, notes(n)) {
				t.Errorf("got %q", got)
			}
			if got := contents(t, j, "op1"); len(got) != n/2 || got[0] != notes(2)[1] {
				t.Errorf("records of one operation: %q", got)
			}
			if got := contents(t, j, "op9"); got != nil {
				t.Errorf("records of no operation: %q", got)
			}
			for range j.Records(t.Context(), "") {
				break // an iterator may be left
			}
			canceled, cancel := context.WithCancel(t.Context())
			cancel()
			if err := j.Append(canceled, note(n)); !errors.Is(err, context.Canceled) {
				t.Errorf("Append with a context that has ended: %v", err)
			}
			for _, err := range j.Records(canceled, "") {
				if !errors.Is(err, context.Canceled) {
					t.Errorf("Records with a context that has ended: %v", err)
				}
			}
		})
	}
}

func TestFileJournalReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := open(t, path)
	for i := range 5 {
		if err := j.Append(t.Context(), note(i)); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
	j = open(t, path)
	if got := contents(t, j, ""); !reflect.DeepEqual(got, notes(5)) || j.Dropped() != 0 {
		t.Errorf("got %q, dropped %d", got, j.Dropped())
	}
	if err := j.Append(t.Context(), note(0)); !errors.Is(err, ErrOperationExists) {
		t.Errorf("the id of an earlier process: %v", err)
	}
	if err := j.Append(t.Context(), note(5)); err != nil {
		t.Fatal(err)
	}
	j.Close()
	if err := j.Append(t.Context(), note(6)); !errors.Is(err, ErrJournalClosed) {
		t.Errorf("Append after Close: %v", err)
	}
	if got := contents(t, open(t, path), ""); !reflect.DeepEqual(got, notes(6)) {
		t.Errorf("got %q", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read the journal: %v, %v", info.Mode(), err)
	}
}

// TestFileJournalTornTail cuts the file at every byte: what was complete is
// kept, the rest is dropped, and the journal goes on.
func TestFileJournalTornTail(t *testing.T) {
	whole, lengths := written(t, 4)
	for cut := range int64(len(whole) + 1) {
		complete, kept := 0, int64(0)
		for i, length := range lengths {
			if length <= cut {
				complete, kept = i, length
			}
		}
		// What a crash leaves of a line may also be zeros, though never more
		// than there was to write.
		zeros := 0
		if complete < 4 && kept == lengths[complete] {
			zeros = int(lengths[complete+1] - cut)
		}
		for _, tail := range []string{"", strings.Repeat("\x00", zeros)} {
			file := &memFile{data: append(whole[:cut:cut], tail...)}
			j, err := openJournal(file, "journal")
			if err != nil {
				t.Fatalf("cut at %d, %q: %v", cut, tail, err)
			}
			wantDropped := cut + int64(len(tail)) - kept
			if got := contents(t, j, ""); len(got) != complete || complete > 0 && !reflect.DeepEqual(got, notes(complete)) || j.Dropped() != wantDropped {
				t.Fatalf("cut at %d, %q: got %q, dropped %d; want %d records, dropped %d", cut, tail, got, j.Dropped(), complete, wantDropped)
			}
			if err := j.Append(t.Context(), note(complete)); err != nil {
				t.Fatal(err)
			}
			if j, err = openJournal(file, "journal"); err != nil {
				t.Fatal(err)
			}
			if got := contents(t, j, ""); !reflect.DeepEqual(got, notes(complete+1)) || j.Dropped() != 0 {
				t.Fatalf("cut at %d, %q, after one more record: %q, dropped %d", cut, tail, got, j.Dropped())
			}
		}
	}
}

// TestFileJournalCorrupt flips every bit: damage in the last line may be a
// torn write, damage before it is an error that changes nothing.
func TestFileJournalCorrupt(t *testing.T) {
	whole, lengths := written(t, 3)
	for at := range whole {
		for bit := range 8 {
			damaged := bytes.Clone(whole)
			damaged[at] ^= 1 << bit
			file := &memFile{data: bytes.Clone(damaged)}
			j, err := openJournal(file, "journal")
			var corrupt *CorruptError
			switch {
			case errors.As(err, &corrupt):
				if corrupt.Path != "journal" || !bytes.Equal(file.data, damaged) {
					t.Fatalf("bit %d of byte %d: a corrupt journal was changed: %v", bit, at, err)
				}
			case err != nil:
				t.Fatal(err)
			case int64(at) < lengths[2]:
				t.Fatalf("bit %d of byte %d: damage before the last line was not found", bit, at)
			default:
				if got := contents(t, j, ""); !reflect.DeepEqual(got, notes(2)) || j.Dropped() == 0 {
					t.Fatalf("bit %d of byte %d: got %q, dropped %d", bit, at, got, j.Dropped())
				}
			}
		}
	}
	for _, other := range []string{"something else\n", "mcplint recovery journal 2\n", "no line"} {
		if _, err := openJournal(&memFile{data: []byte(other)}, "journal"); err == nil {
			t.Errorf("%q was opened as a journal", other)
		}
	}
}

// faultyFile fails on demand.
type faultyFile struct {
	*os.File
	writeErr, truncateErr, syncErr error
}

func (f *faultyFile) WriteAt(b []byte, off int64) (int, error) {
	if f.writeErr != nil {
		n, _ := f.File.WriteAt(b[:len(b)/2], off) // a full disk takes a part
		return n, f.writeErr
	}
	return f.File.WriteAt(b, off)
}

func (f *faultyFile) Truncate(size int64) error {
	if f.truncateErr != nil {
		return f.truncateErr
	}
	return f.File.Truncate(size)
}

func (f *faultyFile) Sync() error { return f.syncErr }

// TestFileJournalFailures checks that a record is there if it was
// acknowledged, and that a journal whose state is unknown takes no more.
func TestFileJournalFailures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file := &faultyFile{File: f}
	j, err := openJournal(file, path)
	if err != nil {
		t.Fatal(err)
	}
	appendNote := func(i int) error { return j.Append(t.Context(), note(i)) }
	full := errors.New("disk full")

	file.writeErr = full
	if err := appendNote(0); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	file.writeErr = nil
	if err := appendNote(0); err != nil {
		t.Errorf("after a write that was taken back: %v", err)
	}
	file.writeErr, file.truncateErr = full, errors.New("no truncation")
	if err := appendNote(1); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	file.writeErr, file.truncateErr = nil, nil
	if err := appendNote(1); !errors.Is(err, full) {
		t.Errorf("an incomplete line is in the file, and the journal goes on: %v", err)
	}
	j = open(t, path)
	if got := contents(t, j, ""); !reflect.DeepEqual(got, notes(1)) || j.Dropped() == 0 {
		t.Errorf("got %q, dropped %d", got, j.Dropped())
	}

	lost := errors.New("lost pages")
	j.file = &faultyFile{File: j.file.(*os.File), syncErr: lost}
	if err := appendNote(1); !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
	j.file.(*faultyFile).syncErr = nil
	if err := appendNote(2); !errors.Is(err, lost) {
		t.Errorf("the journal goes on after a failed sync: %v", err)
	}
	big := note(0)
	big.Note = strings.Repeat("x", maxRecord)
	if err := NewMemoryJournal().Append(t.Context(), big); err != nil {
		t.Error(err)
	}
	if err := open(t, path+"2").Append(t.Context(), big); err == nil {
		t.Error("a record that could not be read back was written")
	}
}
