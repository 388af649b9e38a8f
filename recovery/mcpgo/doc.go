// Package mcpgo tells what the errors of mcp-go, github.com/mark3labs/mcp-go,
// prove about a tools/call, and brings the identifiers of its messages into
// the journal of package recovery.
//
// # Versions
//
// Written for and tested with mcp-go v1.2.1, over the streamable HTTP, stdio,
// SSE and in-process transports, in the revisions 2025-11-25 and 2026-07-28.
// The tests drive the real client against a server of the SDK that commits and
// then fails. Run them again before you move to another version: some of what
// [Classify] must not be misled by has no type in the SDK and is told by its
// text. Versions before 1.2 forget the session after a 404 and send the next
// call without it; they are not supported.
//
// # What an error proves
//
// Classify goes through this list from the top; the first line that fits
// counts. "Executed" is how often the server had committed when the client saw
// the error.
//
//	result or error                                         outcome    executed
//	nil error, IsError                                      Answered   1
//	nil error, NeedsInput                                   Answered   0
//	nil error, a result type that is not "complete"         Unknown    0 or 1
//	nil error otherwise                                     Done       1
//	the answer's stream could not be resumed                Unknown    1
//	the client's own handler failed to give input           Unknown    0 or 1
//	*net.OpError with Op "dial"                             NotSent    0
//	arguments that cannot be encoded as JSON                NotSent    0
//	recovery.ErrNotJournaled                                NotSent    0
//	transport.ErrAuthorizationRequired, ErrUnauthorized     Refused    0
//	*transport.OAuthAuthorizationRequiredError              Refused    0
//	mcp.ErrInvalidRequest (-32600), ErrMethodNotFound       Refused    0
//	mcp.HeaderMismatchError (-32020)                        Refused    0
//	mcp.MissingRequiredClientCapabilityError (-32021)       Refused    0
//	mcp.UnsupportedProtocolVersionError (-32022)            Refused    0
//	mcp.URLElicitationRequiredError (-32042)                Refused    0
//	mcp.ErrParseError, ErrInternalError                     Answered   0 or 1
//	mcp.ErrRequestInterrupted, ErrResourceNotFound          Answered   0 or 1
//	mcp.ErrInvalidParams (-32602)                           Unknown    0 or 1
//	transport.ErrSessionTerminated                          Unknown    0 or 1
//	transport.ErrTransportClosed                            Unknown    0 or 1
//	*transport.Error, the context's error in it             Unknown    0 or 1
//	any other error                                         Unknown    0 or 1
//
// The grounds, line by line:
//
// A result is an answer; an error result says that something went wrong and
// not what was done by then:
// https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling.
// A request for input makes the call incomplete, and a result type that is not
// known makes it invalid:
// https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype.
//
// A dial that failed had no connection to send on, unless it is that of the
// GET with which the SDK resumes the stream of a call in the legacy era: then
// the call is with the server, and may have been executed. The same goes for a
// token that is missing by then. The error is told by the SDK's words "failed
// to resume the SSE stream for the response". See
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery.
//
// Status 401 refuses the request before it runs:
// https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization.
// Without a token the SDK does not even send it; that is called Refused too.
//
// The codes -32600 and -32601 say that the request was not valid or not known,
// -32020, -32021 and -32022 refuse it for its headers, its capabilities or its
// version, and -32042 says that it cannot be processed before an elicitation
// is completed:
// https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes,
// https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error.
// Code -32602 says so too, but servers of this SDK also report failures of the
// tool in this way. The SDK keeps only the codes for which it has an error of
// its own; an error with another code is a text that cannot be told from an
// error of the client.
//
// transport.ErrSessionTerminated follows 404 for the call, and also 404 for
// the GET that was to resume the stream of an executed call.
// transport.ErrTransportClosed is what a call gets when the process has ended,
// and what the call gets during which it ended.
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
//  1. the server runs the tool and then answers with status 401 or with a code
//     that says it did not run it: -32600, -32601, -32020, -32021, -32022 or
//     -32042;
//  2. the server runs the tool and then redirects the request to where nothing
//     listens;
//  3. the tool has an effect before it asks for input, and the SDK's next
//     round cannot be sent or is refused: the error speaks of that round only.
//     With client.WithMaxInputRoundTrips(1) there is no other round, and such
//     a call is Unknown;
//  4. something below the SDK sends requests again, and the last try cannot
//     dial: a RoundTripper that retries, or the header Idempotency-Key or
//     X-Idempotency-Key, which makes net/http repeat a POST. The analyzer
//     httpretry of mcplint finds these.
//
// The error given to Classify must come from the SDK's own transports. What a
// transport of others returns is classified by the same list, with no promise.
package mcpgo
