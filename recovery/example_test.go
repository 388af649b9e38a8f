package recovery_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mcprecovery/mcplint/recovery"
)

func ExampleDecide() {
	s := recovery.Situation{Era: recovery.Legacy, Effect: recovery.EffectWrite, Cursor: "17_4", Retry: 3 * time.Second}
	fmt.Println(recovery.Decide(s))

	// The server refused the resumption with 404.
	s.Cursor, s.ConnectionLost = "", true
	fmt.Println(recovery.Decide(s).Action)

	// There is a new session. What became of the call?
	s.ConnectionLost = false
	fmt.Println(recovery.Decide(s).Action)

	// The provider's records do not have it.
	s.Reconciliation = recovery.Missing
	fmt.Println(recovery.Decide(s))

	// Output:
	// resume stream after 3s: a broken stream of this era is resumed with GET and the stream's last event id, which executes nothing [era=legacy, effect=write, cursor=17_4, retry=3s]
	// new session
	// reconcile
	// hold: not found is not no effect: the record may be late, purged or hidden from this caller [era=legacy, effect=write, reconciliation=missing, contract=lacks key, scope, payload bound, atomic, propagated, window]
}

func ExampleDecide_contract() {
	d := recovery.Decide(recovery.Situation{
		Era:    recovery.Modern,
		Effect: recovery.EffectWrite,
		Contract: recovery.Contract{
			Key: "order-12", Scope: "account", PayloadBound: true, Atomic: true, Propagated: true,
			Window: 24 * time.Hour,
		},
		Since: 10 * time.Minute,
	})
	fmt.Println(d.Action, d.Key, d.Within)
	fmt.Println(d.Reason.Source)
	// Output:
	// repeat with evidence order-12 23h50m0s
	// https://www.rfc-editor.org/rfc/rfc9110.html#section-9.2.2
}

// numbered is the order of a server that documents its event ids as the name
// of the stream, an underscore and a number that goes up by one.
//
//mcplint:eventorder "the server's manual, section Event ids"
func numbered(prev, next string) bool {
	stream, number, _ := strings.Cut(prev, "_")
	n, err := strconv.Atoi(number)
	return err == nil && next == stream+"_"+strconv.Itoa(n+1)
}

func ExampleValidateResumption() {
	// What a reader of server-sent events saw after the reconnect.
	r := recovery.Resumption{SessionID: "s1", Presented: "17_4", Seen: true, First: "17_9"}
	err := recovery.ValidateResumption(r)
	fmt.Println(err)

	// This server documents its ids.
	r.Successor = numbered
	var gap *recovery.GapError
	if err := recovery.ValidateResumption(r); errors.As(err, &gap) {
		fmt.Println("between", gap.Presented, "and", gap.First+":", gap.Reason)
	}
	r.First = "17_5"
	fmt.Println(recovery.ValidateResumption(r))
	// Output:
	// recovery: events may be lost: presented cursor "17_4", first event "17_9": event ids are opaque and nothing marks a replay
	// between 17_4 and 17_9: the first event does not follow the presented cursor
	// <nil>
}

// A client is killed between a call and its answer. The next one finds the
// operation in the journal.
func ExampleUnfinished() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "recovery")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "journal")
	args := map[string]any{"room": "7", "nights": 2}

	journal, err := recovery.OpenFileJournal(path)
	if err != nil {
		log.Fatal(err)
	}
	op, err := recovery.Begin(ctx, journal, recovery.Intent{
		ID:      recovery.NewID(),
		Purpose: "order 12",
		Target:  recovery.Target{Server: "hotel", Tool: "book"},
		Effect:  recovery.EffectWrite,
		Key:     recovery.NewID(),
	}, args)
	if err != nil {
		log.Fatal(err)
	}
	if _, _, err := op.Attempt(ctx, args); err != nil {
		log.Fatal(err)
	}
	journal.Close() // the process ends here, with the call under way

	journal, err = recovery.OpenFileJournal(path)
	if err != nil {
		log.Fatal(err)
	}
	defer journal.Close()
	unfinished, err := recovery.Unfinished(ctx, journal)
	if err != nil {
		log.Fatal(err)
	}
	for _, op := range unfinished {
		fmt.Println(op.Intent().Purpose, "may have been executed:", op.MayHaveExecuted())
		_, _, err := op.Attempt(ctx, args)
		fmt.Println("may be called again:", !errors.Is(err, recovery.ErrUnlicensed))
		d, err := op.Decide(ctx, recovery.Situation{Era: recovery.Modern})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("decision:", d.Action)
	}
	// Output:
	// order 12 may have been executed: true
	// may be called again: false
	// decision: reconcile
}

func ExampleDigestArguments() {
	a, _ := recovery.DigestArguments(map[string]any{"room": "7", "price": 100.0})
	b, _ := recovery.DigestArguments(struct {
		Price int    `json:"price"`
		Room  string `json:"room"`
	}{100, "7"})
	fmt.Println(a == b, a[:14])
	// Output: true sha256:60feebc
}
