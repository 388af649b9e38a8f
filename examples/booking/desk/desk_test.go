package desk_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/mcprecovery/mcplint/examples/booking/desk"
	"github.com/mcprecovery/mcplint/examples/booking/hotel"
)

// scene opens a desk to a hotel that can crash.
func scene(t *testing.T) (context.Context, *desk.Desk, *hotel.Hotel, *hotel.Crashing) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	h := hotel.New("garden", "harbour")
	endpoint := hotel.NewCrashing(h.Handler())
	srv := httptest.NewServer(endpoint)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	d, err := desk.Open(ctx, srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return ctx, d, h, endpoint
}

func TestWithoutCrash(t *testing.T) {
	ctx, d, h, _ := scene(t)
	if _, err := d.BookAgain(ctx, "r1", "Ada", "garden"); err != nil {
		t.Error(err)
	}
	if _, err := d.BookOnce(ctx, "r2", "Grace", "harbour"); err != nil {
		t.Error(err)
	}
	for _, guest := range []string{"Ada", "Grace"} {
		if got := len(h.Bookings(guest)); got != 1 {
			t.Errorf("%s has %d bookings, want 1", guest, got)
		}
	}
	_, err := d.BookOnce(ctx, "r3", "Alan", "attic")
	if err == nil || errors.Is(err, desk.ErrOutcomeUnknown) {
		t.Errorf("booking a room that does not exist returned %v, want the hotel's refusal", err)
	}
}

// The desk that mcplint flags books twice.
func TestBookAgainBooksTwice(t *testing.T) {
	ctx, d, h, endpoint := scene(t)
	endpoint.CrashAfter(hotel.BookRoom)
	if _, err := d.BookAgain(ctx, "r1", "Ada", "garden"); err != nil {
		t.Fatal(err)
	}
	if got := len(h.Bookings("Ada")); got != 2 {
		t.Errorf("the ledger holds %d bookings, want 2", got)
	}
}

func TestBookOnceBooksOnce(t *testing.T) {
	ctx, d, h, endpoint := scene(t)
	endpoint.CrashAfter(hotel.BookRoom)
	b, err := d.BookOnce(ctx, "r1", "Grace", "garden")
	if err != nil {
		t.Fatal(err)
	}
	if got := h.Bookings("Grace"); !slices.Equal(got, []hotel.Booking{b}) {
		t.Errorf("the ledger holds %v, BookOnce returned %v", got, b)
	}
}

func TestSettleHoldsWhatTheHotelDoesNotKnow(t *testing.T) {
	ctx, d, _, _ := scene(t)
	if _, err := d.Settle(ctx, "never seen"); !errors.Is(err, desk.ErrOutcomeUnknown) {
		t.Errorf("Settle returned %v, want ErrOutcomeUnknown", err)
	}
}

func TestRoomsSurvivesACrash(t *testing.T) {
	ctx, d, _, endpoint := scene(t)
	endpoint.CrashAfter(hotel.ListRooms)
	rooms, err := d.Rooms(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"garden", "harbour"}; !slices.Equal(rooms, want) {
		t.Errorf("Rooms returned %v, want %v", rooms, want)
	}
}
