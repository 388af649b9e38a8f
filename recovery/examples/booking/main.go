// Command booking shows a client of the Model Context Protocol that books
// rooms at a hotel and never books one twice, whatever fails: an answer that
// is lost after the hotel has committed, a client that is killed between call
// and answer, and a hotel that has forgotten the answer when the client comes
// back for it. It prints the decisions and counts the bookings.
//
//	go run .
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/mcprecovery/mcplint/recovery"
)

func main() {
	if runAsClient() {
		return
	}
	dir, err := os.MkdirTemp("", "booking")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for _, show := range []func(context.Context, string, io.Writer) error{
		lostAnswer, lostAnswerUnderContract, killedClient, forgottenAnswer,
	} {
		if err := show(context.Background(), dir, os.Stdout); err != nil {
			log.Fatal(err)
		}
		fmt.Println()
	}
}

// orders is the shop's database.
var orders = map[string]Order{
	"12": {ID: "12", Room: "7", Nights: 2},
	"13": {ID: "13", Room: "8", Nights: 1},
	"14": {ID: "14", Room: "9", Nights: 3},
	"15": {ID: "15", Room: "1", Nights: 1},
}

func orderByID(id string) (Order, error) {
	o, ok := orders[id]
	if !ok {
		return o, fmt.Errorf("no order %q", id)
	}
	return o, nil
}

func lostAnswer(ctx context.Context, dir string, w io.Writer) error {
	fmt.Fprintln(w, "The answer is lost after the hotel has committed.")
	hotel := NewHotel(false)
	defer hotel.Close()
	hotel.LoseAnswer()
	return bookAndCount(ctx, hotel, Client{}, dir, "12", w)
}

func lostAnswerUnderContract(ctx context.Context, dir string, w io.Writer) error {
	fmt.Fprintln(w, "The same, at a hotel that documents that a key books once.")
	hotel := NewHotel(false)
	defer hotel.Close()
	hotel.Dedupes = true
	hotel.LoseAnswer()
	return bookAndCount(ctx, hotel, Client{Contract: hotelContract}, dir, "13", w)
}

func forgottenAnswer(ctx context.Context, dir string, w io.Writer) error {
	fmt.Fprintln(w, "The hotel has dropped the answer when the client comes back for it.")
	hotel := NewHotel(true)
	defer hotel.Close()
	hotel.ForgetAnswers()
	return bookAndCount(ctx, hotel, Client{Version: "2025-11-25"}, dir, "15", w)
}

// bookAndCount books an order with c and counts the bookings.
func bookAndCount(ctx context.Context, hotel *Hotel, c Client, dir, order string, w io.Writer) error {
	journal, err := recovery.OpenFileJournal(filepath.Join(dir, "journal"))
	if err != nil {
		return err
	}
	defer journal.Close()
	c.URL, c.Journal, c.Log = hotel.URL, journal, w
	defer c.Close()
	err = c.Book(ctx, orders[order])
	if err != nil && !errors.Is(err, errHeld) {
		return err
	}
	executed, bookings := hotel.Counts()
	fmt.Fprintf(w, "executed %d, bookings %d\n", executed, bookings)
	return err
}

func killedClient(ctx context.Context, dir string, w io.Writer) error {
	fmt.Fprintln(w, "The client is killed between call and answer.")
	hotel := NewHotel(false)
	defer hotel.Close()
	return killAndRecover(ctx, hotel, hotel.HoldAnswers(), dir, "14", w)
}

// killAndRecover runs a client that books an order, kills it when the hotel
// has the call, and runs another one.
func killAndRecover(ctx context.Context, hotel *Hotel, called <-chan struct{}, dir, order string, w io.Writer) error {
	job := clientJob{URL: hotel.URL, Journal: filepath.Join(dir, "journal"), Order: order}
	first, err := startClient(ctx, job, w)
	if err != nil {
		return err
	}
	<-called
	if err := first.Process.Kill(); err != nil {
		return err
	}
	first.Wait() // it reports the kill
	fmt.Fprintln(w, "killed")

	job.Order = "" // the journal knows
	second, err := startClient(ctx, job, w)
	if err != nil {
		return err
	}
	err = second.Wait()
	executed, bookings := hotel.Counts()
	fmt.Fprintf(w, "executed %d, bookings %d\n", executed, bookings)
	return err
}

// The program runs itself as the client that is killed.
const jobEnv = "BOOKING_CLIENT"

// A clientJob is what such a client is to do: to finish what the journal has,
// and then to book an order, if one is given.
type clientJob struct{ URL, Journal, Order string }

func startClient(ctx context.Context, job clientJob, w io.Writer) (*exec.Cmd, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(job)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, exe)
	cmd.Env = append(os.Environ(), jobEnv+"="+string(data))
	cmd.Stdout, cmd.Stderr = w, w
	return cmd, cmd.Start()
}

// runAsClient does the job that the environment gives, if it gives one.
func runAsClient() bool {
	data := os.Getenv(jobEnv)
	if data == "" {
		return false
	}
	if err := doJob(context.Background(), data, os.Stdout); err != nil {
		fmt.Println("client:", err)
		os.Exit(1)
	}
	return true
}

func doJob(ctx context.Context, data string, w io.Writer) error {
	var job clientJob
	if err := json.Unmarshal([]byte(data), &job); err != nil {
		return err
	}
	journal, err := recovery.OpenFileJournal(job.Journal)
	if err != nil {
		return err
	}
	defer journal.Close()
	c := Client{URL: job.URL, Journal: journal, Log: w}
	defer c.Close()
	if err := c.Recover(ctx, orderByID); err != nil {
		return err
	}
	if job.Order == "" {
		return nil
	}
	o, err := orderByID(job.Order)
	if err != nil {
		return err
	}
	return c.Book(ctx, o)
}
