package again

import (
	"errors"
	"testing"
)

// What a test makes by hand, no answer does.
func TestRefused(t *testing.T) {
	var err error = &refusedError{Status: 401}
	var r *refusedError
	if !errors.As(err, &r) {
		t.Fatal(err)
	}
}
