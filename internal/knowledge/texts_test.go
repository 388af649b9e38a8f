package knowledge

import "testing"

// TestText reads what programs search for in the text of an error.
func TestText(t *testing.T) {
	for _, c := range []struct {
		search string
		yes    Endings // among those for which the test can be true
		no     Endings // not among them
	}{
		{"EOF", Of(EOF, UnexpectedEOF), Of(ConnReset, DialFailed, StatusNotFound)},
		{"eof", Of(EOF, UnexpectedEOF), 0},
		{"unexpected EOF", Of(UnexpectedEOF), Of(EOF)},
		{"connection refused", Of(DialFailed), All &^ Of(DialFailed)},
		{"dial tcp", Of(DialFailed), All &^ Of(DialFailed)},
		{"no such host", Of(DialFailed), All &^ Of(DialFailed)},
		{"connection reset", Of(ConnReset), Of(DialFailed, ConnectionClosed)},
		{"connection", Of(ConnReset, DialFailed, ConnectionClosed, NetError), Of(EOF)},
		{"timeout", Of(NetTimeout, DeadlineExceeded, DialFailed, StatusGatewayTimeout, StatusRequestTimeout), Of(EOF, Canceled)},
		{"deadline exceeded", Of(DeadlineExceeded), Of(NetTimeout, Canceled)},
		{"context canceled", Of(Canceled), Of(DeadlineExceeded)},
		{"session not found", Of(SessionMissing), Of(SessionTerminated, StatusNotFound)},
		{"session", Of(SessionMissing, SessionTerminated), Of(EOF)},
		{"not found", Of(SessionMissing, StatusNotFound, CodeMethodNotFound), Of(SessionTerminated)},
		{"404", Of(StatusNotFound, SessionTerminated), Of(SessionMissing)},
		{"session terminated", Of(SessionTerminated), Of(SessionMissing)},
		{"re-initialize", Of(SessionTerminated), All &^ Of(SessionTerminated)},
		{"401", Of(StatusUnauthorized), All &^ Of(StatusUnauthorized)},
		{"Unauthorized", Of(StatusUnauthorized), All &^ Of(StatusUnauthorized)},
		{"429", Of(StatusTooManyRequests), All &^ Of(StatusTooManyRequests)},
		{"rate limit", Of(StatusTooManyRequests, CodeOther, ToolError), Of(Unclassified, StatusUnavailable)},
		{"status 5", Of(StatusInternal, StatusBadGateway, StatusUnavailable, StatusGatewayTimeout), Of(StatusNotFound)},
		{"503", Of(StatusUnavailable), Of(StatusBadGateway)},
		{"Service Unavailable", Of(StatusUnavailable), Of(NetError)},
		{"transport error", Of(EOF, DeadlineExceeded, StatusGatewayTimeout, SessionTerminated), Of(CodeInvalidParams, NotReady)},
		{"rejected by transport", Of(CodeRejected, EOF), Of(SessionMissing, CodeInvalidParams)},
		{"transport closed", Of(TransportClosed), Of(NotReady, ConnectionClosed)},
		{"client not initialized", Of(NotReady), All &^ Of(NotReady)},
		{"broken pipe", Of(BrokenPipe), All &^ Of(BrokenPipe)},
		{"tls handshake timeout", Of(DialFailed), All &^ Of(DialFailed)},
		{"-32602", Of(CodeInvalidParams), All &^ Of(CodeInvalidParams)},
		{"invalid params", Of(CodeInvalidParams), All &^ Of(CodeInvalidParams)},
	} {
		m, known := Text(c.search)
		if !known {
			t.Errorf("Text(%q) is unknown", c.search)
		}
		if missing := c.yes &^ m.CanTrue(); missing != 0 {
			t.Errorf("Text(%q) does not find %v", c.search, texted(missing))
		}
		if extra := c.no & m.CanTrue(); extra != 0 {
			t.Errorf("Text(%q) finds %v", c.search, texted(extra))
		}
		if m.True&m.May != 0 {
			t.Errorf("Text(%q): %v are both certain and possible", c.search, texted(m.True&m.May))
		}
	}
	for _, search := range []string{"", " ", "e", ":", "quota", "seat already taken", "booking"} {
		if m, known := Text(search); known {
			t.Errorf("Text(%q) is known: %v", search, texted(m.CanTrue()))
		}
	}
}

// TestTextCertain checks what a failed search leaves: an error without the
// words that it always has is another one.
func TestTextCertain(t *testing.T) {
	for search, e := range map[string]Ending{
		"session not found": SessionMissing, "EOF": EOF, "context canceled": Canceled, "connection closed": ConnectionClosed,
		"rejected by transport": CodeRejected, "transport closed": TransportClosed,
	} {
		if m, _ := Text(search); m.CanFalse().Has(e) {
			t.Errorf("an error without %q can be %s", search, TextOf(e))
		}
	}
	if m, _ := Text("connection refused"); !m.CanFalse().Has(DialFailed) {
		t.Error("every failed dial says that the connection was refused")
	}
}

// TestCodeRange and TestStatusRange: the ranges are the union of what is in
// them.
func TestCodeRange(t *testing.T) {
	m := CodeRange(-32099, -32000)
	for _, k := range []int64{-32003, -32005, -32020, -32042, -32000} {
		if rest := Code(k).CanTrue() &^ m.CanTrue(); rest != 0 {
			t.Errorf("codes from -32099 to -32000 do not include %v of %d", texted(rest), k)
		}
	}
	if m.CanTrue()&Of(CodeInvalidParams, CodeInvalidRequest) != 0 {
		t.Error("codes from -32099 to -32000 include -32602 or -32600")
	}
	for _, e := range Codes.Slice() {
		if k, ok := CodeOf(e); ok && !Code(k).True.Has(e) {
			t.Errorf("Code(%d) is not %s", k, TextOf(e))
		}
	}
}

func TestStatusRange(t *testing.T) {
	for _, c := range []struct {
		lo, hi  int64
		yes, no Endings
	}{
		{500, 599, Of(StatusInternal, StatusBadGateway, StatusUnavailable, StatusGatewayTimeout, StatusOther), Of(Done, StatusNotFound)},
		{400, 499, Of(StatusBadRequest, StatusNotFound, StatusTooManyRequests, StatusRequestTimeout), Of(Done, StatusInternal)},
		{200, 299, Of(Done, ToolError, UnexpectedEOF, CodeOther), Of(StatusOther, StatusNotFound, CodeRejected)},
		{400, 400, Of(StatusBadRequest, CodeHeaderMismatch), Of(StatusUnauthorized)},
	} {
		m := StatusRange(c.lo, c.hi)
		if missing := c.yes &^ m.CanTrue(); missing != 0 {
			t.Errorf("%d to %d lacks %v", c.lo, c.hi, texted(missing))
		}
		if extra := c.no & m.CanTrue(); extra != 0 && c.lo != 200 {
			t.Errorf("%d to %d has %v", c.lo, c.hi, texted(extra))
		}
	}
	for _, e := range Statuses.Slice() {
		if k, ok := StatusOf(e); ok && !Status(k).True.Has(e) {
			t.Errorf("Status(%d) is not %s", k, TextOf(e))
		}
	}
}
