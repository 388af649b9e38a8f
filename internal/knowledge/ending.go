package knowledge

import "math/bits"

// An Ending is one way in which an attempt at tools/call can end, as finely
// as Go code can tell such ways apart. Endings are the atoms over which error
// tests are evaluated: a test of an error is, for every Ending, true, false or
// either. What an Ending proves about the attempt is its [Class].
type Ending uint8

// The endings. Source of each: the measurements summarised in
// docs/outcomes.md.
const (
	Done      Ending = iota // a result that is not an error result
	ToolError               // a result whose IsError is true: the tool ran

	NotReady         // the request never left: marshalling failed, client not initialized
	DialFailed       // the connection could not be opened
	ConnectionClosed // go-sdk ErrConnectionClosed: called on a connection already dead

	CodeInvalidRequest     // -32600
	CodeMethodNotFound     // -32601
	CodeInvalidParams      // -32602
	CodeHeaderMismatch     // -32020
	CodeMissingCapability  // -32021
	CodeUnsupportedVersion // -32022
	CodeURLElicitation     // -32042
	StatusBadRequest       // 400
	StatusUnauthorized     // 401, also mcp-go's ErrUnauthorized and OAuth errors
	StatusForbidden        // 403
	StatusNotFound         // 404
	StatusMethodNotAllowed // 405
	StatusTooManyRequests  // 429
	SessionTerminated      // mcp-go transport.ErrSessionTerminated

	CodeOther // any other JSON-RPC error code: the peer answered

	CodeClosing     // -32003 and -32004, which go-sdk reserves for closing
	CodeRejected    // -32005 "rejected by transport" of go-sdk
	SessionMissing  // go-sdk ErrSessionMissing
	NoResponse      // "request terminated without response", "unexpected nil response"
	TransportClosed // mcp-go transport.ErrTransportClosed

	EOF
	UnexpectedEOF
	ClosedPipe
	ConnReset  // ECONNRESET, "connection reset by peer"
	BrokenPipe // EPIPE
	NetTimeout // net.Error whose Timeout() is true, os.ErrDeadlineExceeded
	NetError   // any other net.Error or *net.OpError, net.ErrClosed
	Canceled   // context.Canceled
	DeadlineExceeded

	StatusRequestTimeout // 408
	StatusInternal       // 500
	StatusBadGateway     // 502
	StatusUnavailable    // 503
	StatusGatewayTimeout // 504
	StatusOther          // any other status that is not a success

	Unclassified // an error that no test names

	NumEndings = int(Unclassified) + 1
)

// Endings is a set of endings.
type Endings uint64

// Of returns the set of the given endings.
func Of(es ...Ending) Endings {
	var s Endings
	for _, e := range es {
		s |= 1 << e
	}
	return s
}

// Frequently used sets.
const (
	None Endings = 0
	All  Endings = 1<<NumEndings - 1
	// Failures are the endings in which the call returns a non-nil error
	// (of an SDK call) or an unusable HTTP response.
	Failures = All &^ (1<<Done | 1<<ToolError)
	// Codes are the endings that are JSON-RPC errors sent by the peer.
	Codes Endings = 1<<CodeInvalidRequest | 1<<CodeMethodNotFound | 1<<CodeInvalidParams |
		1<<CodeHeaderMismatch | 1<<CodeMissingCapability | 1<<CodeUnsupportedVersion |
		1<<CodeURLElicitation | 1<<CodeOther | 1<<CodeClosing
	// Statuses are the endings that a hand-written client sees as an HTTP
	// status.
	Statuses Endings = 1<<StatusBadRequest | 1<<StatusUnauthorized | 1<<StatusForbidden |
		1<<StatusNotFound | 1<<StatusMethodNotAllowed | 1<<StatusTooManyRequests |
		1<<StatusRequestTimeout | 1<<StatusInternal | 1<<StatusBadGateway |
		1<<StatusUnavailable | 1<<StatusGatewayTimeout | 1<<StatusOther
	// OfSDKs are the endings that only the sessions of an SDK have: a request
	// that a client writes by itself does not end so.
	OfSDKs Endings = 1<<SessionTerminated | 1<<SessionMissing | 1<<TransportClosed | 1<<CodeRejected | 1<<CodeClosing
	// Lost are the endings in which the connection failed or was given up
	// while the answer was awaited or read.
	Lost Endings = 1<<EOF | 1<<UnexpectedEOF | 1<<ClosedPipe | 1<<ConnReset | 1<<BrokenPipe |
		1<<NetTimeout | 1<<NetError | 1<<Canceled | 1<<DeadlineExceeded | 1<<Unclassified
)

// Has reports whether e is in the set.
func (s Endings) Has(e Ending) bool { return s&(1<<e) != 0 }

// Len returns the number of endings in the set.
func (s Endings) Len() int { return bits.OnesCount64(uint64(s)) }

// Slice returns the members in order.
func (s Endings) Slice() []Ending {
	var out []Ending
	for e := range Ending(NumEndings) {
		if s.Has(e) {
			out = append(out, e)
		}
	}
	return out
}

// A Class is what an ending proves about the attempt.
type Class uint8

// The classes, in the order of docs/outcomes.md.
const (
	ClassDone     Class = iota // the tool ran and a result was observed
	ClassAnswered              // a response was observed, and it reports an error
	ClassNotSent               // the request never left the client
	ClassRefused               // the peer rejected it before executing
	ClassUnknown               // no response was observed: it may have been executed
)

func (c Class) String() string {
	return [...]string{"done", "answered", "not sent", "refused", "unknown"}[c]
}

// A Mode selects between the readings of an ending: what users get by
// default, and what sentinels that were seen with an executed call in rare
// cases are worth.
type Mode struct {
	Strict bool
	// ResumesAfter404 says that the mcp-go in use resumes broken streams
	// (>= 1.2), so that ErrSessionTerminated can follow an executed call.
	ResumesAfter404 bool
}

// ClassOf says what ending e proves under mode m.
func ClassOf(e Ending, m Mode) Class {
	switch e {
	case Done:
		return ClassDone
	case ToolError, CodeOther:
		return ClassAnswered
	case NotReady, DialFailed:
		return ClassNotSent
	case ConnectionClosed:
		if m.Strict {
			return ClassUnknown
		}
		return ClassNotSent
	case CodeInvalidParams, StatusNotFound, StatusTooManyRequests:
		if m.Strict {
			return ClassUnknown
		}
		return ClassRefused
	case CodeInvalidRequest, CodeMethodNotFound, CodeHeaderMismatch, CodeMissingCapability,
		CodeUnsupportedVersion, CodeURLElicitation, StatusBadRequest, StatusUnauthorized,
		StatusForbidden, StatusMethodNotAllowed:
		return ClassRefused
	case SessionTerminated:
		if m.ResumesAfter404 || m.Strict {
			return ClassUnknown
		}
		return ClassRefused
	}
	return ClassUnknown
}

// InClass returns the members of s that are of class c under mode m.
func (s Endings) InClass(c Class, m Mode) Endings {
	var out Endings
	for _, e := range s.Slice() {
		if ClassOf(e, m) == c {
			out |= 1 << e
		}
	}
	return out
}
