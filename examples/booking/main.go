// The booking command shows what a lost answer does to two ways of recovery.
// It starts a small hotel on the loopback interface, books a room in each way
// while the hotel crashes between executing the booking and answering it, and
// prints what the hotel's ledger holds.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/mcprecovery/mcplint/examples/booking/desk"
	"github.com/mcprecovery/mcplint/examples/booking/hotel"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := demonstrate(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "booking:", err)
		os.Exit(1)
	}
}

func demonstrate(ctx context.Context, out io.Writer) error {
	h := hotel.New("garden", "harbour")
	endpoint := hotel.NewCrashing(h.Handler())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: endpoint, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(listener) }()

	err = errors.Join(
		book(ctx, out, h, endpoint, "http://"+listener.Addr().String()),
		srv.Close(),
	)
	if serveErr := <-served; !errors.Is(serveErr, http.ErrServerClosed) {
		err = errors.Join(err, serveErr)
	}
	return err
}

// book books in both ways, with a crash in each, and reports the ledger.
func book(ctx context.Context, out io.Writer, h *hotel.Hotel, endpoint *hotel.Crashing, url string) error {
	d, err := desk.Open(ctx, url)
	if err != nil {
		return err
	}
	defer d.Close()
	rooms, err := d.Rooms(ctx)
	if err != nil {
		return err
	}
	for _, way := range []struct {
		guest, how string
		book       func(ctx context.Context, reference, guest, room string) (hotel.Booking, error)
	}{
		{"Ada", "books again", d.BookAgain},
		{"Grace", "finds out", d.BookOnce},
	} {
		endpoint.CrashAfter(hotel.BookRoom)
		b, err := way.book(ctx, "trip-of-"+way.guest, way.guest, rooms[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s, whose desk %s: confirmed %s, bookings in the ledger: %d\n",
			way.guest, way.how, b.ID, len(h.Bookings(way.guest)))
	}
	return nil
}
