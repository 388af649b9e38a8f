package recovery

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A FileJournal is a [Journal] in a file. Every record is written with one
// call and synced to the disk before Append returns, so that it survives a
// crash of the process or the machine. A crash in the middle of a write leaves
// an incomplete last line, which the next OpenFileJournal drops; records
// before it are kept. It is safe for concurrent use within one process; on
// Unix systems a second process cannot open the file as long as the first one
// has it.
//
// The file only grows. Begin a new one when [Unfinished] returns nothing and
// the ids of old operations will not be used again.
type FileJournal struct {
	mu      sync.Mutex
	file    journalFile
	path    string
	end     int64             // length of the acknowledged part of the file
	dropped int64             // bytes of the incomplete line that was dropped
	index   map[string][]span // lines of each operation
	failed  error             // why nothing more can be appended
}

// journalFile is what FileJournal needs of an *os.File.
type journalFile interface {
	io.ReaderAt
	io.WriterAt
	Sync() error
	Truncate(size int64) error
	Close() error
}

// A span is the place of a line in the file.
type span struct{ offset, length int64 }

// A CorruptError says that a journal is damaged in a way that no crash in the
// middle of a write explains. Nothing is dropped or changed then.
type CorruptError struct {
	Path   string
	Offset int64 // of the damaged line, in bytes
	Err    error
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("recovery: journal %s is corrupt at byte %d: %v", e.Path, e.Offset, e.Err)
}

func (e *CorruptError) Unwrap() error { return e.Err }

// ErrJournalInUse is returned by [OpenFileJournal] if the file is open already.
var ErrJournalInUse = errors.New("recovery: journal is in use")

// OpenFileJournal opens the journal at path, or creates it, readable by its
// owner only. The errors are those of package os, [ErrJournalInUse] and
// *[CorruptError].
func OpenFileJournal(path string) (*FileJournal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, err
	}
	j, err := openJournal(f, path)
	if err == nil {
		err = syncDir(filepath.Dir(path)) // else the file itself may be lost
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

// openJournal reads f, drops an incomplete last line and writes the header if
// there is none.
func openJournal(f journalFile, path string) (*FileJournal, error) {
	j := &FileJournal{file: f, path: path, index: make(map[string][]span)}
	size, err := j.scan()
	if err != nil {
		return nil, err
	}
	if j.dropped = size - j.end; j.dropped > 0 {
		if err := f.Truncate(j.end); err != nil {
			return nil, err
		}
	}
	if j.end == 0 {
		if err := j.write([]byte(fileHeader)); err != nil {
			return nil, err
		}
	} else if j.dropped > 0 {
		if err := f.Sync(); err != nil {
			return nil, err
		}
	}
	return j, nil
}

// scan indexes the complete lines and sets j.end behind them. It returns the
// size of the file.
func (j *FileJournal) scan() (size int64, err error) {
	in := bufio.NewReader(io.NewSectionReader(j.file, 0, 1<<62))
	var damaged error // the line at j.end, allowed only if nothing follows
	for {
		line, err := readLine(in)
		if len(line) == 0 && err == io.EOF {
			return size, nil
		}
		if err != nil && err != io.EOF {
			return size, &CorruptError{j.path, size, err}
		}
		if damaged != nil {
			return size, &CorruptError{j.path, j.end, damaged}
		}
		offset := size
		size += int64(len(line))
		if offset == 0 {
			switch {
			case string(line) == fileHeader:
				j.end = size
			case strings.HasPrefix(fileHeader, string(line)):
				damaged = errTorn
			default:
				return size, &CorruptError{j.path, 0, errors.New("not a journal, or of another version")}
			}
			continue
		}
		r, err := decodeFrame(line)
		if errors.Is(err, errTorn) {
			damaged = err
			continue
		}
		if err != nil {
			return size, &CorruptError{j.path, offset, err}
		}
		j.index[r.Operation] = append(j.index[r.Operation], span{offset, int64(len(line))})
		j.end = size
	}
}

// readLine returns the next line with its line feed, or the rest of the file.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxRecord {
			return nil, errors.New("line too long")
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// Dropped returns the length in bytes of the incomplete line that
// [OpenFileJournal] found at the end of the file and dropped, 0 if there was
// none. The record was never acknowledged: what it announced was not done by
// a client that writes before it acts.
func (j *FileJournal) Dropped() int64 { return j.dropped }

// Append implements [Journal]. If a write fails, the journal takes it back; if
// that or a sync fails, the state of the file is not known, and every later
// Append fails until the journal is opened again.
func (j *FileJournal) Append(ctx context.Context, r Record) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	line, err := encodeFrame(r)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil {
		return j.failed
	}
	if r.Kind == KindIntent && j.index[r.Operation] != nil {
		return ErrOperationExists
	}
	offset := j.end
	if err := j.write(line); err != nil {
		return err
	}
	j.index[r.Operation] = append(j.index[r.Operation], span{offset, int64(len(line))})
	return nil
}

// write adds line to the file and syncs it.
func (j *FileJournal) write(line []byte) error {
	if _, err := j.file.WriteAt(line, j.end); err != nil {
		if undo := j.file.Truncate(j.end); undo != nil {
			j.failed = fmt.Errorf("recovery: journal %s must be opened again: %w", j.path, errors.Join(err, undo))
		}
		return err
	}
	if err := j.file.Sync(); err != nil {
		// Whether the line is on the disk is not known, and a second sync
		// would not tell: the system may have dropped the pages.
		j.failed = fmt.Errorf("recovery: journal %s must be opened again: %w", j.path, err)
		return j.failed
	}
	j.end += int64(len(line))
	return nil
}

// Records implements [Journal].
func (j *FileJournal) Records(ctx context.Context, operation string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for _, place := range j.lines(operation) {
			r, err := j.read(ctx, place)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// lines returns the places of the lines of one operation, or of all if
// operation is empty, in the order of the file.
func (j *FileJournal) lines(operation string) []span {
	j.mu.Lock()
	defer j.mu.Unlock()
	if operation != "" {
		return j.index[operation][:len(j.index[operation]):len(j.index[operation])]
	}
	var all []span
	for _, places := range j.index {
		all = append(all, places...)
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.offset, b.offset) })
	return all
}

func (j *FileJournal) read(ctx context.Context, place span) (Record, error) {
	if err := ctx.Err(); err != nil {
		return Record{}, err
	}
	line := make([]byte, place.length)
	j.mu.Lock()
	defer j.mu.Unlock()
	if errors.Is(j.failed, ErrJournalClosed) {
		return Record{}, j.failed
	}
	if _, err := j.file.ReadAt(line, place.offset); err != nil {
		return Record{}, err
	}
	r, err := decodeFrame(line)
	if err != nil {
		return Record{}, &CorruptError{j.path, place.offset, err}
	}
	return r, nil
}

// Close closes the file. Appending and reading fail from then on.
func (j *FileJournal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if errors.Is(j.failed, ErrJournalClosed) {
		return nil
	}
	j.failed = ErrJournalClosed
	return j.file.Close()
}
