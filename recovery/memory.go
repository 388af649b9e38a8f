package recovery

import (
	"context"
	"iter"
	"slices"
	"sync"
)

// memoryJournal is a Journal that lives as long as the process.
type memoryJournal struct {
	mu      sync.Mutex
	records []Record
	known   map[string]bool // ids with a record
}

// NewMemoryJournal returns an empty journal in memory. It does not survive the
// process: it is for tests, and for clients whose operations end with it.
func NewMemoryJournal() Journal {
	return &memoryJournal{known: make(map[string]bool)}
}

func (j *memoryJournal) Append(ctx context.Context, r Record) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if r.Kind == KindIntent && j.known[r.Operation] {
		return ErrOperationExists
	}
	j.known[r.Operation] = true
	j.records = append(j.records, r)
	return nil
}

func (j *memoryJournal) Records(ctx context.Context, operation string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		j.mu.Lock()
		records := slices.Clone(j.records)
		j.mu.Unlock()
		for _, r := range records {
			if err := ctx.Err(); err != nil {
				yield(Record{}, err)
				return
			}
			if (operation == "" || r.Operation == operation) && !yield(r, nil) {
				return
			}
		}
	}
}
