// Package booking is the business behind the servers of this module: a ledger
// that records each booking it is asked for. It does not recognise repeats,
// as most tools do not, so a call that runs twice books twice.
package booking

import (
	"fmt"
	"sync"
)

// A Booking is one committed booking.
type Booking struct {
	ID        string `json:"id"`
	Reference string `json:"reference"`
	Room      string `json:"room"`
}

// A Ledger holds the committed bookings. The zero value is empty and ready.
type Ledger struct {
	mu       sync.Mutex
	bookings []Booking
}

// Commit records a booking, whether or not an equal one exists.
func (l *Ledger) Commit(reference, room string) Booking {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := Booking{ID: fmt.Sprintf("B%03d", len(l.bookings)+1), Reference: reference, Room: room}
	l.bookings = append(l.bookings, b)
	return b
}

// Find returns the first booking with the given reference.
func (l *Ledger) Find(reference string) (Booking, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range l.bookings {
		if b.Reference == reference {
			return b, true
		}
	}
	return Booking{}, false
}

// Len is the number of committed bookings: what the tests count.
func (l *Ledger) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.bookings)
}
