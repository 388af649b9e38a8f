package main

import (
	"strings"
	"testing"
)

func TestDemonstrate(t *testing.T) {
	var out strings.Builder
	if err := demonstrate(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	const want = `Ada, whose desk books again: confirmed B002, bookings in the ledger: 2
Grace, whose desk finds out: confirmed B003, bookings in the ledger: 1
`
	if got := out.String(); got != want {
		t.Errorf("printed:\n%s\nwant:\n%s", got, want)
	}
}
