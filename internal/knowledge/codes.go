package knowledge

import "sync"

// Code says how "the JSON-RPC error code is k" reads.
func Code(k int64) Match {
	switch k {
	case -32003, -32004:
		return Match{May: Of(CodeClosing)}
	case -32005:
		return Match{True: Of(CodeRejected), May: inRejected}
	}
	if e, ok := codeEndings()[k]; ok {
		return Match{True: Of(e)}
	}
	return Match{May: Of(CodeOther)}
}

// CodeRange says how "lo <= code && code <= hi" reads.
func CodeRange(lo, hi int64) Match {
	m := Match{May: Of(CodeOther)}
	for k, e := range codeEndings() {
		if lo <= k && k <= hi {
			m.True |= Of(e)
		}
	}
	if lo <= -32005 && -32005 <= hi {
		m = m.or(Code(-32005))
	}
	switch {
	case lo <= -32004 && -32003 <= hi:
		m.True |= Of(CodeClosing)
	case lo <= -32003 && -32003 <= hi, lo <= -32004 && -32004 <= hi:
		m.May |= Of(CodeClosing)
	}
	return m
}

// codeEndings holds the codes that are reserved by JSON-RPC 2.0 and by MCP
// for refusals.
var codeEndings = sync.OnceValue(func() map[int64]Ending {
	return map[int64]Ending{
		-32600: CodeInvalidRequest,
		-32601: CodeMethodNotFound,
		-32602: CodeInvalidParams,
		-32020: CodeHeaderMismatch,
		-32021: CodeMissingCapability,
		-32022: CodeUnsupportedVersion,
		-32042: CodeURLElicitation,
	}
})

// CodeOf returns the code of which ending e tells, if it is a single one.
func CodeOf(e Ending) (k int64, ok bool) {
	for k, f := range codeEndings() {
		if f == e {
			return k, true
		}
	}
	if e == CodeRejected {
		return -32005, true
	}
	return 0, false
}

// Status says how "the HTTP status of the response is k" reads for the
// response to the very POST. A body can follow any status: a peer's error,
// or a connection that breaks while it is read.
func Status(k int64) Match {
	if e, ok := statusEndings()[k]; ok {
		return Match{True: Of(e), May: bodies()[k]}
	}
	if 200 <= k && k < 300 {
		return Match{True: Of(Done, ToolError), May: inBody}
	}
	return Match{May: Of(StatusOther)}
}

// StatusRange says how "lo <= status && status <= hi" reads.
func StatusRange(lo, hi int64) Match {
	m := Match{}
	inside := 0
	for k, e := range statusEndings() {
		if lo <= k && k <= hi {
			m = m.or(Match{True: Of(e), May: bodies()[k]})
			inside++
		}
	}
	if lo <= 299 && hi >= 200 {
		ok := Match{True: Of(Done, ToolError), May: inBody}
		if lo > 200 || hi < 200 {
			ok = Match{May: ok.CanTrue()}
		}
		m = m.or(ok)
	}
	if hi-lo+1 > int64(inside) {
		m.May |= Of(StatusOther)
	}
	return m
}

// inBody holds what can still come after the header of a successful response.
const inBody = Codes | 1<<NoResponse | 1<<EOF | 1<<UnexpectedEOF | 1<<ConnReset | 1<<NetTimeout |
	1<<NetError | 1<<Canceled | 1<<DeadlineExceeded | 1<<Unclassified

var statusEndings = sync.OnceValue(func() map[int64]Ending {
	return map[int64]Ending{
		400: StatusBadRequest,
		401: StatusUnauthorized,
		403: StatusForbidden,
		404: StatusNotFound,
		405: StatusMethodNotAllowed,
		408: StatusRequestTimeout,
		429: StatusTooManyRequests,
		500: StatusInternal,
		502: StatusBadGateway,
		503: StatusUnavailable,
		504: StatusGatewayTimeout,
	}
})

// bodies holds the errors that the 2026-07-28 transport puts into the body of
// a response with that status.
var bodies = sync.OnceValue(func() map[int64]Endings {
	return map[int64]Endings{
		400: 1<<CodeInvalidRequest | 1<<CodeHeaderMismatch | 1<<CodeMissingCapability | 1<<CodeUnsupportedVersion,
		404: 1 << CodeMethodNotFound,
	}
})

// StatusOf returns the HTTP status of which ending e tells, if it is a single
// one.
func StatusOf(e Ending) (k int64, ok bool) {
	for k, f := range statusEndings() {
		if f == e {
			return k, true
		}
	}
	return 0, false
}

// NetOp says how "the Op of the *net.OpError is op" reads. Connecting through
// a proxy comes before the request too.
func NetOp(op string) Match {
	switch op {
	case "dial":
		return Match{True: Of(DialFailed)}
	case "proxyconnect", "socks connect":
		return Match{May: Of(DialFailed)}
	case "read":
		return Match{May: Of(ConnReset, NetTimeout, NetError, EOF, CodeRejected)}
	case "write":
		return Match{May: Of(BrokenPipe, ConnReset, NetTimeout, NetError, CodeRejected)}
	}
	return Match{May: opError.CanTrue() &^ Of(DialFailed)}
}

// or returns how the disjunction of two tests reads.
func (m Match) or(n Match) Match {
	t := m.True | n.True
	return Match{True: t, May: (m.May | n.May) &^ t}
}
