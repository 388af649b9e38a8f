package knowledge

// TextOf names ending e in words of the field, for messages.
func TextOf(e Ending) string {
	if int(e) < len(phrases) {
		return phrases[e].text
	}
	return "an unknown outcome"
}

// WhyUnknown says in one clause why an attempt that was executed can end in
// e ("io.EOF, which also follows an executed call" needs it). It is empty for
// endings that say what became of the attempt in every mode.
func WhyUnknown(e Ending) string {
	if int(e) < len(phrases) {
		return phrases[e].why
	}
	return ""
}

// Clauses that several endings share.
const (
	afterRun   = "which also follows an executed call"
	givingUp   = "which ends the waiting, not the call"
	gateway    = "which a gateway also answers after the server ran the call"
	answerLost = "which says that the answer was lost, not the request"
)

// phrases names the endings. Source of the reasons: docs/outcomes.md.
var phrases = [NumEndings]struct{ text, why string }{
	Done:      {"success", ""},
	ToolError: {"an error result of the tool", ""},

	NotReady:         {"a request that was never sent", ""},
	DialFailed:       {"a failed dial", ""},
	ConnectionClosed: {"ErrConnectionClosed", "which go-sdk also makes of a peer's error -32003 or -32004"},

	CodeInvalidRequest:     {"error -32600", ""},
	CodeMethodNotFound:     {"error -32601", ""},
	CodeInvalidParams:      {"error -32602", "which some servers also send after running the tool"},
	CodeHeaderMismatch:     {"error -32020", ""},
	CodeMissingCapability:  {"error -32021", ""},
	CodeUnsupportedVersion: {"error -32022", ""},
	CodeURLElicitation:     {"error -32042", ""},
	CodeOther:              {"an error answered by the peer", ""},
	CodeClosing:            {"error -32003 or -32004", "which a peer can send after running the tool"},
	CodeRejected:           {"error -32005 (rejected by transport)", "which go-sdk also reports when the answer was lost"},

	StatusBadRequest:       {"HTTP 400", ""},
	StatusUnauthorized:     {"HTTP 401", ""},
	StatusForbidden:        {"HTTP 403", ""},
	StatusNotFound:         {"HTTP 404", gateway},
	StatusMethodNotAllowed: {"HTTP 405", ""},
	StatusTooManyRequests:  {"HTTP 429", gateway},
	StatusRequestTimeout:   {"HTTP 408", gateway},
	StatusInternal:         {"HTTP 500", afterRun},
	StatusBadGateway:       {"HTTP 502", gateway},
	StatusUnavailable:      {"HTTP 503", gateway},
	StatusGatewayTimeout:   {"HTTP 504", gateway},
	StatusOther:            {"another HTTP status", afterRun},

	SessionTerminated: {"ErrSessionTerminated", "which also ends the resumption of an executed call"},
	SessionMissing:    {"ErrSessionMissing", "which also ends the resumption of an executed call"},
	NoResponse:        {"a missing response", answerLost},
	TransportClosed:   {"ErrTransportClosed", "which is the same for calls in flight and for calls never sent"},

	EOF:              {"io.EOF", afterRun},
	UnexpectedEOF:    {"io.ErrUnexpectedEOF", afterRun},
	ClosedPipe:       {"io.ErrClosedPipe", afterRun},
	ConnReset:        {"a connection reset", afterRun},
	BrokenPipe:       {"a broken pipe", afterRun},
	NetTimeout:       {"a timeout", givingUp},
	NetError:         {"a network error", afterRun},
	Canceled:         {"context.Canceled", givingUp},
	DeadlineExceeded: {"context.DeadlineExceeded", givingUp},
	Unclassified:     {"an error that nothing tells apart", afterRun},
}
