package recovery

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

// follows is the order of a server that documents "stream_number" as the
// format of its ids.
func follows(prev, next string) bool {
	ps, pn, ok1 := strings.Cut(prev, "_")
	ns, nn, ok2 := strings.Cut(next, "_")
	p, err1 := strconv.Atoi(pn)
	n, err2 := strconv.Atoi(nn)
	return ok1 && ok2 && err1 == nil && err2 == nil && ps == ns && n == p+1
}

func TestValidateResumption(t *testing.T) {
	for _, test := range []struct {
		name string
		r    Resumption
		want GapReason // "" for nil
	}{
		{"nothing to replay", Resumption{SessionID: "s", Presented: "a"}, ""},
		{"nothing to replay, documented ids", Resumption{SessionID: "s", Presented: "x_1", Successor: follows}, ""},
		{"no cursor", Resumption{SessionID: "s", Seen: true, First: "a"}, NoCursor},
		{"no cursor and nothing seen", Resumption{SessionID: "s"}, NoCursor},
		{"no cursor, marked", Resumption{SessionID: "s", Seen: true, Replayed: true}, NoCursor},
		{"opaque", Resumption{SessionID: "s", Presented: "a", Seen: true, First: "b"}, OpaqueIDs},
		{"opaque numbers are opaque", Resumption{SessionID: "s", Presented: "1", Seen: true, First: "2"}, OpaqueIDs},
		{"first implies seen", Resumption{SessionID: "s", Presented: "1", First: "2"}, OpaqueIDs},
		{"same event", Resumption{SessionID: "s", Presented: "a", Seen: true, First: "a"}, SameEvent},
		{"same event, documented ids", Resumption{SessionID: "s", Presented: "x_1", Seen: true, First: "x_1", Successor: follows}, SameEvent},
		{"same event, careless order", Resumption{SessionID: "s", Presented: "x_1", Seen: true, First: "x_1",
			Successor: func(string, string) bool { return true }}, SameEvent},
		{"same event, marked", Resumption{SessionID: "s", Presented: "a", Seen: true, First: "a", Replayed: true}, ""},
		{"no id", Resumption{SessionID: "s", Presented: "a", Seen: true}, NoEventID},
		{"no id, documented ids", Resumption{SessionID: "s", Presented: "x_1", Seen: true, Successor: follows}, NoEventID},
		{"no id, marked", Resumption{SessionID: "s", Presented: "a", Seen: true, Replayed: true}, ""},
		{"marked", Resumption{SessionID: "s", Presented: "a", Seen: true, First: "q", Replayed: true}, ""},
		{"successor", Resumption{SessionID: "s", Presented: "x_1", Seen: true, First: "x_2", Successor: follows}, ""},
		{"gap", Resumption{SessionID: "s", Presented: "x_1", Seen: true, First: "x_3", Successor: follows}, NotSuccessor},
		{"other stream", Resumption{SessionID: "s", Presented: "x_1", Seen: true, First: "y_2", Successor: follows}, NotSuccessor},
		{"gap in spite of the marker", Resumption{SessionID: "s", Presented: "x_1", Seen: true, First: "x_3", Replayed: true, Successor: follows}, NotSuccessor},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := ValidateResumption(test.r)
			var gap *GapError
			switch {
			case test.want == "":
				if err != nil {
					t.Errorf("got %v, want nil", err)
				}
			case !errors.As(err, &gap):
				t.Errorf("got %v, want a *GapError", err)
			case gap.Reason != test.want || gap.Presented != test.r.Presented || gap.First != test.r.First || gap.SessionID != "s":
				t.Errorf("got %+v, want reason %q", *gap, test.want)
			case !strings.Contains(err.Error(), strconv.Quote(gap.Presented)) || !strings.Contains(err.Error(), strconv.Quote(gap.First)):
				t.Errorf("%q does not say what was presented and seen", err)
			}
			// Without a session nothing is proven, whatever else was seen.
			r := test.r
			r.SessionID = ""
			if err := ValidateResumption(r); !errors.Is(err, ErrNoSession) {
				t.Errorf("without a session: got %v, want ErrNoSession", err)
			}
		})
	}
}
