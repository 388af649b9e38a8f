// Package gosdk tells what the errors of the official Go SDK,
// github.com/modelcontextprotocol/go-sdk, prove about a tools/call, and brings
// the identifiers of its messages into the journal of package recovery.
//
// # Versions
//
// Written for and tested with go-sdk v1.8.0, over the streamable HTTP, stdio,
// SSE and in-memory transports, in the revisions 2025-11-25 and 2026-07-28.
// The tests drive the real client against a server of the SDK that commits and
// then fails. Run them again before you move to another version: some of what
// [Classify] must not be misled by has no type in the SDK and is told by its
// text.
//
// # What an error proves
//
// Classify goes through this list from the top; the first line that fits
// counts. "Executed" is how often the server had committed when the client saw
// the error.
//
//	result or error                                         outcome    executed
//	nil error, IsError                                      Answered   1
//	nil error, NeedsInput (the caller drives the rounds)    Answered   0
//	nil error otherwise                                     Done       1
//	the client's own handler failed to give input           Unknown    0 or 1
//	"authorization cancelled" of another call               Unknown    0 or 1
//	*net.OpError with Op "dial"                             NotSent    0
//	arguments that cannot be encoded as JSON                NotSent    0
//	recovery.ErrNotJournaled                                NotSent    0
//	mcp.ErrConnectionClosed, codes -32003 and -32004        Unknown    0 or 1
//	mcp.ErrSessionMissing                                   Unknown    0 or 1
//	code -32020, -32021 or -32022                           Refused    0
//	code in an HTTP error status, -32005                    Unknown    0 or 1
//	code -32600, -32601 or -32042                           Refused    0
//	code -32602                                             Unknown    0 or 1
//	any other code                                          Answered   0 or 1
//	context.Canceled, context.DeadlineExceeded              Unknown    0 or 1
//	io.EOF, "request terminated without response"           Unknown    0 or 1
//	any other error                                         Unknown    0 or 1
//
// The grounds, line by line:
//
// A result is an answer; an error result says that something went wrong and
// not what was done by then:
// https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling.
// A request for input makes the call incomplete:
// https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype.
//
// A dial that failed had no connection to send on. The error may also be that
// of a dial to the authorization server, before the request was sent or after
// it was refused with 401 or 403.
//
// mcp.ErrConnectionClosed is what a call gets on a session that is over, and
// also what a peer's own error with code -32003 or -32004 becomes, after
// whatever the tool did. mcp.ErrSessionMissing follows 404 for the call, and
// also 404 for the GET that was to resume the stream of an executed call, and
// 404 for any other request of the session while the call was being executed.
// A receiver must not assume a meaning of the codes from -32000 to -32019:
// https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes.
//
// Code -32005, "rejected by transport", is the SDK's own: no connection, a
// connection that broke before or after the tool ran, a status 429 or 5xx
// before or after it. A code in the body of any other HTTP error status comes
// with it. It can be the refusal of the call, or the refusal of the GET that
// was to resume the stream of an executed call, or that of the standalone
// stream, which ends the session with all its calls: the SDK reports these
// alike. Servers answer such a GET, for a session they do not know any more,
// with status 404 or 400 and codes like -32600. So a code in an HTTP error
// status counts only if it is one of the three that belong to the era without
// resumption, in which requests are refused with status 400:
// https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation
// and
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation.
// The price is that -32601 with status 404, as the modern era has it for
// methods that a server does not know, is Unknown.
//
// The codes -32600 and -32601 say that the request was not valid or not known,
// -32042 that it cannot be processed before an elicitation is completed:
// https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error.
// Code -32602 says so too, but servers also report failures of the tool in
// this way.
//
// To give up waiting is no cancellation in the legacy era, and a cancellation
// may come too late in both:
// https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#behavior-requirements.
//
// # Exceptions
//
// NotSent and Refused are wrong, which the test TestExceptions shows with one
// execution each, if
//
//  1. the server runs the tool and then answers with a code that says it did
//     not: -32600, -32601, -32020, -32021, -32022 or -32042;
//  2. the server answers the GET that resumes a stream of the legacy era with
//     -32020, -32021 or -32022, for example because it was replaced, between
//     call and GET, by one that knows only the modern era and does not answer
//     405 as the specification wants;
//  3. the server runs the tool and then redirects the request to where nothing
//     listens;
//  4. the tool has an effect before it asks for input, and the SDK's next
//     round cannot be sent or is refused: the error speaks of that round only.
//     Switch the SDK's rounds off with mcp.MultiRoundTripOptions.Disabled for
//     such tools, and classify every round;
//  5. something below the SDK sends requests again, and the last try cannot
//     dial: a RoundTripper that retries, or the header Idempotency-Key or
//     X-Idempotency-Key, which makes net/http repeat a POST. The analyzer
//     httpretry of mcplint finds these.
//
// The error given to Classify must come from the SDK's own transports. What a
// transport or a middleware of others returns is classified by the same list,
// with no promise.
package gosdk
