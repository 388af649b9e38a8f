package knowledge

import "strings"

// Text says how a search for substr in the text of an error reads. Case is
// ignored, since one cannot always tell which form the program searches. A
// test is read as true for an ending if every text that the ending is known
// to have contains substr, and as "may be" if some do. known is false if no
// text does: then the test names something that this table has not heard of.
func Text(substr string) (m Match, known bool) {
	s := strings.ToLower(strings.TrimSpace(substr))
	if len(s) < 3 {
		return Match{}, false
	}
	for e, t := range endingTexts {
		switch {
		case contains(t.always, s):
			m.True |= Of(Ending(e))
		case contains(t.often, s):
			m.May |= Of(Ending(e))
		}
	}
	for _, w := range wrapperTexts {
		if strings.Contains(w.text, s) {
			m = m.or(w.match)
		}
	}
	m.May &^= m.True
	return m, m != Match{}
}

// SpeaksOfSession reports whether a text that is looked for in the body of an
// answer has to do with sessions.
func SpeaksOfSession(text string) bool { return strings.Contains(strings.ToLower(text), "session") }

// SaysSession are the endings whose body can speak of sessions: refusals, an
// answer, and an error of the server itself. A gateway that gave up waiting says
// nothing of them.
const SaysSession = 1<<Done | 1<<ToolError | Codes | 1<<StatusBadRequest | 1<<StatusUnauthorized | 1<<StatusForbidden |
	1<<StatusNotFound | 1<<StatusMethodNotAllowed | 1<<StatusTooManyRequests | 1<<StatusInternal

func contains(texts []string, s string) bool {
	for _, t := range texts {
		if strings.Contains(t, s) {
			return true
		}
	}
	return false
}

// texts holds what the error of an ending says, in lower case: always has the
// words that are in it whatever wraps it, often the words that some sources
// of the ending use.
type texts struct{ always, often []string }

// endingTexts: errors of std from the sources of go1.26, of the SDKs from
// go-sdk v1.8.0, mcp-go v1.2.1 and trpc-mcp-go v0.0.20, of the statuses as
// hand-written clients and both SDKs print them.
var endingTexts = [NumEndings]texts{
	NotReady: {often: []string{
		"client not initialized", "transport is nil", "transport not started yet", "stdio client not started",
		"transport has been closed", "transport is closed", "endpoint not received", "endpoint url not received",
		"failed to marshal request", "failed to marshal params", "marshaling call parameters", "failed to create request",
		"failed to serialize request", "failed to create http request", "client not ready", "not connected",
		"circuit breaker is open", "circuit open", "json: unsupported type",
	}},
	DialFailed: {often: []string{
		"dial tcp", "connection refused", "connect: connection refused", "no such host", "lookup ",
		"no route to host", "network is unreachable", "host is down", "i/o timeout", "connect: operation timed out",
		"tls handshake timeout", "tls: ", "x509: ", "certificate signed by unknown authority",
		"proxyconnect tcp", "server misbehaving", "cannot assign requested address", "missing address",
		"connectex: no connection could be made because the target machine actively refused it",
		"unsupported protocol scheme",
	}},
	ConnectionClosed: {always: []string{"connection closed"}, often: []string{"client is closing", "server is closing", "client is closing: eof"}},

	CodeInvalidRequest:     {often: []string{"invalid request", "-32600"}},
	CodeMethodNotFound:     {often: []string{"method not found", "-32601"}},
	CodeInvalidParams:      {often: []string{"invalid params", "invalid parameters", "-32602"}},
	CodeHeaderMismatch:     {often: []string{"header mismatch", "-32020"}},
	CodeMissingCapability:  {often: []string{"missing required client capability", "-32021"}},
	CodeUnsupportedVersion: {often: []string{"unsupported protocol version", "-32022"}},
	CodeURLElicitation:     {often: []string{"url elicitation required", "-32042"}},
	CodeClosing:            {often: []string{"-32003", "-32004"}},
	CodeRejected:           {always: []string{"rejected by transport"}, often: []string{"-32005"}},
	CodeOther: {often: []string{
		"internal error", "parse error", "resource not found", "unknown tool", "tool not found", "-32000", "-32001",
		"-32002", "-32603", "-32700", "rate limit exceeded", "rate limited", "rate-limited", "ratelimit",
	}},
	ToolError: {often: []string{"rate limit exceeded", "rate limited", "rate-limited", "ratelimit"}},

	StatusBadRequest:       status("400", "bad request"),
	StatusUnauthorized:     status("401", "unauthorized", "unauthorized (401)", "authorization required", "no valid token available, authorization required", "invalid_token"),
	StatusForbidden:        status("403", "forbidden", "insufficient_scope"),
	StatusNotFound:         status("404", "not found"),
	StatusMethodNotAllowed: status("405", "method not allowed"),
	StatusTooManyRequests:  status("429", "too many requests", "rate limit exceeded", "rate limited", "rate-limited", "ratelimit"),
	StatusRequestTimeout:   status("408", "request timeout"),
	StatusInternal:         status("500", "internal server error"),
	StatusBadGateway:       status("502", "bad gateway"),
	StatusUnavailable:      status("503", "service unavailable"),
	StatusGatewayTimeout:   status("504", "gateway timeout", "gateway time-out"),
	StatusOther:            {often: []string{"unexpected status", "request failed with status", "http status", "status code"}},

	SessionTerminated: {always: []string{"session terminated (404). need to re-initialize"}},
	SessionMissing: {always: []string{"session not found"}, often: []string{
		"failed to connect (session id: ", "session closed", "session expired",
	}},
	NoResponse: {often: []string{
		"request terminated without response", "unexpected nil response", "no response received",
		"connection has been closed", "failed to reconnect", "connection failed after", "connection aborted after",
		"retries without progress", "failed to resume the sse stream for the response", "response channel closed",
	}},
	TransportClosed: {always: []string{"transport closed"}},

	EOF:           {always: []string{"eof"}},
	UnexpectedEOF: {always: []string{"unexpected eof"}},
	ClosedPipe:    {often: []string{"io: read/write on closed pipe", "file already closed"}},
	ConnReset: {often: []string{
		"connection reset by peer", "wsarecv: an existing connection was forcibly closed by the remote host",
		"connection aborted",
	}},
	BrokenPipe: {often: []string{"broken pipe"}},
	NetTimeout: {often: []string{
		"i/o timeout", "net/http: timeout awaiting response headers", "operation timed out", "connection timed out",
		"timeout waiting for sse response after", "request timeout after", "client.timeout exceeded while awaiting headers",
		"client.timeout or context cancellation while reading body", "timed out", "timeout exceeded",
	}},
	NetError: {often: []string{
		"use of closed network connection", "no route to host", "network is unreachable", "network is down", "host is down",
		"http: server closed idle connection", "server sent goaway and closed the connection", "client connection lost",
		"stream error: stream id", "http2: ", "connection lost", "software caused connection abort",
		"can't write http request on broken connection", "resource temporarily unavailable", "connection error",
	}},
	Canceled:         {always: []string{"context canceled"}, often: []string{"net/http: request canceled", "request canceled"}},
	DeadlineExceeded: {always: []string{"context deadline exceeded"}, often: []string{"client.timeout exceeded while awaiting headers"}},
	Unclassified:     {often: []string{"failed to decode response", "failed to unmarshal response", "failed to parse response", "failed to read body"}},
}

// status is what errors that tell of an HTTP status contain: the number, the
// words, or both; which, depends on who wrote the message.
func status(code string, words ...string) texts {
	often := []string{
		"request failed with status " + code, "unexpected status " + code, "unexpected status: " + code,
		"unexpected status code: " + code, "status code " + code, "status code: " + code, "status=" + code,
		"http " + code, "http status " + code, "http error " + code, "status " + code + ":", "(" + code + ")", code + " " + words[0],
	}
	return texts{often: append(often, words...)}
}

// wrapperTexts holds the words that SDKs put before the cause of a failure.
var wrapperTexts = []struct {
	text  string
	match Match
}{
	{"transport error: ", errorTypes()["*"+mcpGo+"client/transport.Error"]},
	{"rejected by transport: ", Match{True: Of(CodeRejected), May: inRejected}},
	{"failed to send request: ", Match{May: network | 1<<SessionTerminated | 1<<NoResponse}},
	{"failed to write request: ", Match{May: Of(BrokenPipe, ClosedPipe, Unclassified)}},
	{"failed to read response body: ", Match{May: Of(EOF, UnexpectedEOF, ConnReset, NetTimeout, NetError, Canceled, DeadlineExceeded)}},
	{"http request failed: ", Match{May: network | Statuses}},
	{"calling \"tools/call\": ", Match{May: Failures}},
	{"sending \"tools/call\": ", Match{May: inRejected | Statuses | 1<<SessionMissing | 1<<CodeRejected}},
	{"post \"http", Match{May: network}},
}
