// Package orders keeps the orders of a desk in files, so that what a client
// believes of a booking outlives the client.
package orders

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// A Status is what the desk believes of an order.
type Status string

// The statuses.
const (
	Booked  Status = "booked"
	Failed  Status = "failed"
	Unknown Status = "unknown"
)

// An Order is one file.
type Order struct {
	Reference string `json:"reference"`
	Room      string `json:"room"`
	Status    Status `json:"status"`
	Booking   string `json:"booking,omitempty"`
	Note      string `json:"note,omitempty"`
}

// A Store is a directory of orders.
type Store struct{ Dir string }

func (s Store) file(reference string) string { return filepath.Join(s.Dir, reference+".json") }

// Save writes an order.
func (s Store) Save(o Order) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return os.WriteFile(s.file(o.Reference), data, 0o600)
}

// Load reads an order.
func (s Store) Load(reference string) (Order, error) {
	var o Order
	data, err := os.ReadFile(s.file(reference))
	if err != nil {
		return o, err
	}
	return o, json.Unmarshal(data, &o)
}
