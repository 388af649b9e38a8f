package recovery

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
)

// TestRecordIDs checks that the id of a call is in the journal when the
// request arrives, and that the request arrives as it was.
func TestRecordIDs(t *testing.T) {
	op, _, _ := begin(t, Intent{Effect: EffectWrite, Key: "k"})
	ctx, a, err := op.Attempt(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	var body string
	var idsOnArrival []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		data, _ := io.ReadAll(req.Body)
		body, idsOnArrival = string(data), op.Attempts()[0].RPCIDs
	}))
	defer server.Close()
	client := &http.Client{Transport: RecordIDs(server.Client().Transport)}
	send := func(ctx context.Context, method, body string) error {
		req, err := http.NewRequestWithContext(ctx, method, server.URL, strings.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		return err
	}
	for _, test := range []struct {
		name, method, body string
		ctx                context.Context
		want               []string
	}{
		{"no attempt", "POST", `{"id":1,"method":"tools/call"}`, t.Context(), nil},
		{"other method", "POST", `{"id":2,"method":"ping"}`, ctx, nil},
		{"notification", "POST", `{"method":"tools/call"}`, ctx, nil},
		{"no JSON", "POST", `tools/call`, ctx, nil},
		{"GET", "GET", ``, ctx, nil},
		{"call", "POST", `{"jsonrpc":"2.0","id":3,"method":"tools/call"}`, ctx, []string{"3"}},
		{"text id", "POST", `{"id":"3","method":"tools/call"}`, ctx, []string{"3", `"3"`}},
		{"batch", "POST", ` [{"id":4,"method":"tools/call"},{"id":5,"method":"tools/list"},{"id":6,"method":"tools/call"}]`, ctx, []string{"3", `"3"`, "4", "6"}},
	} {
		body, idsOnArrival = "", nil
		if err := send(test.ctx, test.method, test.body); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if body != test.body || !reflect.DeepEqual(idsOnArrival, test.want) {
			t.Errorf("%s: arrived %q with ids %q, want %q with %q", test.name, body, idsOnArrival, test.body, test.want)
		}
	}

	// A journal that fails keeps the request back.
	body = ""
	op.journal = &brokenJournal{op.journal, 0}
	if err := send(ctx, "POST", `{"id":7,"method":"tools/call"}`); !errors.Is(err, errBroken) || errors.Is(err, ErrNotJournaled) {
		t.Errorf("an attempt that was sent before: %v", err)
	}
	if err := a.End(t.Context(), Refused, nil); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	fresh, _, _ := begin(t, Intent{})
	ctx, _, err = fresh.Attempt(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	fresh.journal = &brokenJournal{fresh.journal, 0}
	if err := send(ctx, "POST", `{"id":8,"method":"tools/call"}`); !errors.Is(err, errBroken) || !errors.Is(err, ErrNotJournaled) {
		t.Errorf("an attempt that was never sent: %v", err)
	}
	if body != "" {
		t.Errorf("%s was sent", body)
	}
}
