package knowledge

import "testing"

// TestStripeVersions: the tables name one major version, and mean all.
func TestStripeVersions(t *testing.T) {
	for _, pkg := range []string{"github.com/stripe/stripe-go", "github.com/stripe/stripe-go/v72", "github.com/stripe/stripe-go/v85"} {
		if arg, ok := KeyArg("(*" + pkg + ".Params).SetIdempotencyKey"); !ok || arg != 0 {
			t.Errorf("KeyArg of %s: %d, %t", pkg, arg, ok)
		}
		if !KeyField(pkg + ".Params.IdempotencyKey") {
			t.Errorf("no key field of %s", pkg)
		}
		if m, ok := MintOf(pkg + ".NewIdempotencyKey"); !ok || m != MintFresh {
			t.Errorf("MintOf of %s: %v, %t", pkg, m, ok)
		}
	}
	if KeyField("github.com/stripe/stripe-gopher/v1.Params.IdempotencyKey") {
		t.Error("another module counts as Stripe's")
	}
}
