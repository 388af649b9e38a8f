package knowledge

import "sync"

// Sentinel says how errors.Is(err, v) and err == v read for the package-level
// error variable named name. The names of package syscall are constants: see
// [Errno].
func Sentinel(name string) (Match, bool) {
	m, ok := sentinels()[name]
	return m, ok
}

// SentinelText returns what the message of the error variable named name
// always contains, in lower case, or "" if that is not known.
func SentinelText(name string) string {
	m, ok := sentinels()[name]
	if !ok {
		return ""
	}
	for e := range Ending(NumEndings) {
		if m.True == Of(e) {
			if always := endingTexts[e].always; len(always) > 0 {
				return always[0]
			}
		}
	}
	return ""
}

// network holds the endings that an HTTP client reports as *url.Error,
// whatever is in it.
const network Endings = Lost&^(1<<Unclassified) | 1<<DialFailed

// inRejected holds the endings that go-sdk (>= 1.2) dresses as a
// *jsonrpc.Error with code -32005 "rejected by transport": whatever
// http.Client.Do returns, a failed authorization, and the transient statuses.
// The cause stays in the chain since v1.6.1, in the text before.
const inRejected Endings = network&^(1<<ClosedPipe) |
	1<<StatusUnauthorized | 1<<StatusForbidden | 1<<StatusTooManyRequests |
	1<<StatusInternal | 1<<StatusBadGateway | 1<<StatusUnavailable | 1<<StatusGatewayTimeout

// sentinels holds the error variables of std and of the SDKs. Source of the
// SDK rows: docs/outcomes.md, where each was seen with the number of
// executions of one call.
//
// The sentinels of go-sdk have two readings that are left to [ClassOf]:
// ErrConnectionClosed is also what a peer's own code -32003 or -32004 turns
// into, which is why [ConnectionClosed] proves nothing under -strict, and
// [CodeClosing] is kept for comparisons of the code.
var sentinels = sync.OnceValue(func() map[string]Match {
	return map[string]Match{
		"io.EOF":              {True: Of(EOF), May: Of(CodeRejected)},
		"io.ErrUnexpectedEOF": {True: Of(UnexpectedEOF), May: Of(CodeRejected)},
		"io.ErrClosedPipe":    {True: Of(ClosedPipe)},
		"io.ErrNoProgress":    {May: Of(Unclassified)},
		"io.ErrShortWrite":    {May: Of(Unclassified)},

		// A dial that is given up says so in the same words.
		"context.Canceled":         {True: Of(Canceled), May: Of(DialFailed, CodeRejected)},
		"context.DeadlineExceeded": {True: Of(DeadlineExceeded), May: Of(NetTimeout, DialFailed, CodeRejected)},

		// A dial can time out too.
		"os.ErrDeadlineExceeded": {True: Of(NetTimeout), May: Of(DialFailed, CodeRejected)},
		"os.ErrClosed":           {May: Of(ClosedPipe)},
		"io/fs.ErrClosed":        {May: Of(ClosedPipe)},
		"net.ErrClosed":          {May: Of(NetError, CodeRejected)},
		"os/exec.ErrNotFound":    {May: Of(NotReady)},

		goSDK + "mcp.ErrConnectionClosed": {True: Of(ConnectionClosed)},
		goSDK + "mcp.ErrSessionMissing":   {True: Of(SessionMissing)},
		// Only servers return it: a client sees a dead connection.
		goSDK + "mcp.ErrEventsPurged": {May: Of(NoResponse)},

		mcpGo + "client/transport.ErrSessionTerminated":          {True: Of(SessionTerminated)},
		mcpGo + "client/transport.ErrTransportClosed":            {True: Of(TransportClosed)},
		mcpGo + "client/transport.ErrUnauthorized":               {May: Of(StatusUnauthorized)},
		mcpGo + "client/transport.ErrAuthorizationRequired":      {May: Of(StatusUnauthorized)},
		mcpGo + "client/transport.ErrOAuthAuthorizationRequired": {May: Of(StatusUnauthorized)},
		mcpGo + "client.ErrMaxInputRoundTripsExceeded":           {May: Of(CodeOther)},

		// mcp-go turns the code of a peer's error into one of these (>= 0.41).
		mcpGo + "mcp.ErrInvalidRequest":     {True: Of(CodeInvalidRequest)},
		mcpGo + "mcp.ErrMethodNotFound":     {True: Of(CodeMethodNotFound)},
		mcpGo + "mcp.ErrInvalidParams":      {True: Of(CodeInvalidParams)},
		mcpGo + "mcp.ErrParseError":         {May: Of(CodeOther)},
		mcpGo + "mcp.ErrInternalError":      {May: Of(CodeOther)},
		mcpGo + "mcp.ErrRequestInterrupted": {May: Of(CodeOther)},
		mcpGo + "mcp.ErrResourceNotFound":   {May: Of(CodeOther)},

		// trpc-mcp-go wraps with %v: the cause is in the text only.
		trpc + ".ErrHTTPRequestFailed":    {True: network | Statuses, May: Of(Unclassified)},
		trpc + ".ErrHTTPRequestCreation":  {May: Of(NotReady)},
		trpc + ".ErrRequestSerialization": {May: Of(NotReady)},
		trpc + ".ErrSessionNotFound":      {May: Of(SessionMissing)},
		trpc + ".ErrSessionExpired":       {May: Of(SessionMissing)},
		trpc + ".ErrResponseParsing":      {May: Of(Unclassified)},

		thinkInAI + "pkg.ErrSessionClosed":            {True: Of(SessionMissing)},
		thinkInAI + "pkg.ErrSessionHasNotInitialized": {May: Of(NotReady)},
		thinkInAI + "pkg.ErrSendEOF":                  {May: Of(EOF)},

		// Open circuit breakers and full bulkheads do not run the operation.
		"github.com/sony/gobreaker.ErrOpenState":                    {May: Of(NotReady)},
		"github.com/sony/gobreaker.ErrTooManyRequests":              {May: Of(NotReady)},
		"github.com/sony/gobreaker/v2.ErrOpenState":                 {May: Of(NotReady)},
		"github.com/sony/gobreaker/v2.ErrTooManyRequests":           {May: Of(NotReady)},
		"github.com/eapache/go-resiliency/breaker.ErrBreakerOpen":   {May: Of(NotReady)},
		"github.com/failsafe-go/failsafe-go/circuitbreaker.ErrOpen": {May: Of(NotReady)},
		"github.com/afex/hystrix-go/hystrix.ErrCircuitOpen":         {May: Of(NotReady)},
		"github.com/afex/hystrix-go/hystrix.ErrMaxConcurrency":      {May: Of(NotReady)},
		"github.com/afex/hystrix-go/hystrix.ErrTimeout":             {May: Of(Unclassified)},
	}
})
