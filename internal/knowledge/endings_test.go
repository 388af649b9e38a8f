package knowledge

import "testing"

// TestClassOf is the table of docs/outcomes.md: what each ending proves by
// default and under -strict, and how the tests of programs read.
func TestClassOf(t *testing.T) {
	sentinel := func(name string) Match { return must(t, "Sentinel", name, Sentinel) }
	typ := func(name string) Match { return must(t, "ErrorType", name, ErrorType) }
	text := func(s string) Match { return must(t, "Text", s, Text) }
	fun := func(name string) Match { return must(t, "ErrorFunc", name, ErrorFunc) }
	const only = true
	for _, c := range []struct {
		row             string
		m               Match
		byDefault       Class
		strict          Class
		only            bool // every ending that passes is of that class
		resumesAfter404 bool
	}{
		{row: "ErrConnectionClosed", m: sentinel(goSDK + "mcp.ErrConnectionClosed"), byDefault: ClassNotSent, strict: ClassUnknown, only: only},
		{row: "client is closing", m: text("client is closing"), byDefault: ClassNotSent, strict: ClassUnknown, only: only},
		{row: "connection closed", m: text("connection closed"), byDefault: ClassNotSent, strict: ClassUnknown, only: only},
		{row: "ErrSessionMissing", m: sentinel(goSDK + "mcp.ErrSessionMissing"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "session not found", m: text("session not found"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "-32005", m: Code(-32005), byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "rejected by transport", m: text("rejected by transport"), byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "*jsonrpc.Error", m: typ("*" + goSDK + "jsonrpc.Error"), byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "*jsonrpc2.WireError", m: typ("*" + goSDK + "internal/jsonrpc2.WireError"), byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "-32600", m: Code(-32600), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "-32601", m: Code(-32601), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "-32602", m: Code(-32602), byDefault: ClassRefused, strict: ClassUnknown, only: only},
		{row: "-32020", m: Code(-32020), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "-32021", m: Code(-32021), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "-32022", m: Code(-32022), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "-32042", m: Code(-32042), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "ErrInvalidParams", m: sentinel(mcpGo + "mcp.ErrInvalidParams"), byDefault: ClassRefused, strict: ClassUnknown, only: only},
		{row: "-32003", m: Code(-32003), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "-32004", m: Code(-32004), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "-32000", m: Code(-32000), byDefault: ClassAnswered, strict: ClassAnswered, only: only},
		{row: "42", m: Code(42), byDefault: ClassAnswered, strict: ClassAnswered, only: only},
		{row: "request terminated without response", m: text("request terminated without response"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "io.EOF", m: sentinel("io.EOF"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "io.ErrUnexpectedEOF", m: sentinel("io.ErrUnexpectedEOF"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "io.ErrClosedPipe", m: sentinel("io.ErrClosedPipe"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "reset", m: text("connection reset"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "broken pipe", m: text("broken pipe"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "net.Error", m: typ("net.Error"), byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "context.Canceled", m: sentinel("context.Canceled"), byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "context.DeadlineExceeded", m: sentinel("context.DeadlineExceeded"), byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "ErrSessionTerminated, mcp-go < 1.2", m: sentinel(mcpGo + "client/transport.ErrSessionTerminated"), byDefault: ClassRefused, strict: ClassUnknown, only: only},
		{row: "ErrSessionTerminated, mcp-go >= 1.2", m: sentinel(mcpGo + "client/transport.ErrSessionTerminated"), byDefault: ClassUnknown, strict: ClassUnknown, only: only, resumesAfter404: true},
		{row: "ErrTransportClosed", m: sentinel(mcpGo + "client/transport.ErrTransportClosed"), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "*transport.Error", m: typ("*" + mcpGo + "client/transport.Error"), byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "ErrUnauthorized", m: sentinel(mcpGo + "client/transport.ErrUnauthorized"), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "IsOAuthAuthorizationRequiredError", m: fun(mcpGo + "client.IsOAuthAuthorizationRequiredError"), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "dial", m: NetOp("dial"), byDefault: ClassNotSent, strict: ClassNotSent, only: only},
		{row: "connection refused", m: text("connection refused"), byDefault: ClassNotSent, strict: ClassNotSent, only: only},
		{row: "no such host", m: text("no such host"), byDefault: ClassNotSent, strict: ClassNotSent, only: only},
		{row: "*net.DNSError", m: typ("*net.DNSError"), byDefault: ClassNotSent, strict: ClassNotSent, only: only},
		{row: "400", m: Status(400), byDefault: ClassRefused, strict: ClassRefused},
		{row: "401", m: Status(401), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "403", m: Status(403), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "404", m: Status(404), byDefault: ClassRefused, strict: ClassUnknown},
		{row: "405", m: Status(405), byDefault: ClassRefused, strict: ClassRefused, only: only},
		{row: "429", m: Status(429), byDefault: ClassRefused, strict: ClassUnknown, only: only},
		{row: "Too Many Requests", m: text("Too Many Requests"), byDefault: ClassRefused, strict: ClassUnknown, only: only},
		{row: "408", m: Status(408), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "500", m: Status(500), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "502", m: Status(502), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "503", m: Status(503), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "504", m: Status(504), byDefault: ClassUnknown, strict: ClassUnknown, only: only},
		{row: "any error", m: Match{True: Failures}, byDefault: ClassUnknown, strict: ClassUnknown},
		{row: "IsError", m: Match{True: Of(ToolError)}, byDefault: ClassAnswered, strict: ClassAnswered, only: only},
	} {
		for _, strict := range []bool{false, true} {
			want := c.byDefault
			if strict {
				want = c.strict
			}
			mode := Mode{Strict: strict, ResumesAfter404: c.resumesAfter404}
			got := worst(c.m.CanTrue(), mode)
			if got != want {
				t.Errorf("%s, strict %v: %v, want %v (endings %v)", c.row, strict, got, want, texted(c.m.CanTrue()))
			}
			if rest := c.m.CanTrue() &^ c.m.CanTrue().InClass(want, mode); c.only && rest != 0 {
				t.Errorf("%s, strict %v: also %v, which is not %v", c.row, strict, texted(rest), want)
			}
		}
	}
}

// worst returns the class of the endings that says least about the attempt.
func worst(s Endings, m Mode) Class {
	for _, c := range []Class{ClassUnknown, ClassDone, ClassAnswered, ClassRefused, ClassNotSent} {
		if s.InClass(c, m) != 0 {
			return c
		}
	}
	return ClassDone
}

func must(t *testing.T, what, name string, lookup func(string) (Match, bool)) Match {
	t.Helper()
	m, ok := lookup(name)
	if !ok {
		t.Errorf("%s(%q) is unknown", what, name)
	}
	return m
}

func texted(s Endings) []string {
	var out []string
	for _, e := range s.Slice() {
		out = append(out, TextOf(e))
	}
	return out
}

// TestPhrases checks that an ending has a reason if and only if it can follow
// an executed call in some mode.
func TestPhrases(t *testing.T) {
	for _, e := range All.Slice() {
		if TextOf(e) == "" {
			t.Errorf("ending %d has no name", e)
		}
		unknown := ClassOf(e, Mode{Strict: true, ResumesAfter404: true}) == ClassUnknown
		if unknown != (WhyUnknown(e) != "") {
			t.Errorf("%s: unknown is %v, the reason is %q", TextOf(e), unknown, WhyUnknown(e))
		}
	}
}
