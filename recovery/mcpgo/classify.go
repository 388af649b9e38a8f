package mcpgo

import (
	"encoding/json"
	"errors"
	"net"
	"strings"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mcprecovery/mcplint/recovery"
)

// Classify returns what the two results of CallTool, of
// [github.com/mark3labs/mcp-go/client.Client], say about the call. It never
// returns [recovery.NotSent] or [recovery.Refused] for a call that a
// conforming server has executed; the package documentation lists the
// exceptions that others cause.
//
// err must be the error of CallTool or wrap it, and it alone: an error joined
// with those of other operations cannot be told from theirs.
func Classify(res *mcp.CallToolResult, err error) recovery.Outcome {
	switch {
	case err != nil:
		return classifyError(err)
	case res == nil:
		return recovery.Unknown
	case res.IsError, res.NeedsInput():
		return recovery.Answered
	case !res.ResultType.IsComplete():
		// Such as "task": something goes on, and this is not its result.
		return recovery.Unknown
	}
	return recovery.Done
}

func classifyError(err error) recovery.Outcome {
	switch {
	case ofAnotherExchange(err):
		return recovery.Unknown
	case notSent(err):
		return recovery.NotSent
	case refused(err):
		return recovery.Refused
	case answered(err):
		return recovery.Answered
	}
	return recovery.Unknown
}

// ofAnotherExchange reports whether err carries the error of something other
// than the POST of the call: nothing in it says what became of the call. The
// SDK gives these errors no type, so they are told by their text. The tests
// provoke each of them in the real client.
func ofAnotherExchange(err error) bool {
	text := err.Error()
	// The answer's stream ended early, and could not be resumed with GET: the
	// chain has the failed dial or the missing authorization of that GET.
	return strings.Contains(text, "failed to resume the SSE stream for the response: ") ||
		// A handler of the client failed to give the input that the server had
		// asked for, when the call was already with the server. The chain has
		// the handler's error: a failed dial to a model provider, for example.
		strings.Contains(text, "multi round-trip: fulfilling input request")
}

// notSent reports whether err shows that the request never left the client.
func notSent(err error) bool {
	var (
		dial             *net.OpError
		unsupportedType  *json.UnsupportedTypeError
		unsupportedValue *json.UnsupportedValueError
		marshaler        *json.MarshalerError
	)
	return errors.As(err, &dial) && dial.Op == "dial" ||
		errors.As(err, &unsupportedType) || errors.As(err, &unsupportedValue) || errors.As(err, &marshaler) ||
		errors.Is(err, recovery.ErrNotJournaled)
}

// refused reports whether err shows that the peer rejected the request instead
// of running it, or that the request was not authorized and so not sent.
func refused(err error) bool {
	var unauthorized *transport.OAuthAuthorizationRequiredError
	return errors.As(err, &unauthorized) ||
		errors.Is(err, transport.ErrAuthorizationRequired) || errors.Is(err, transport.ErrUnauthorized) ||
		errors.Is(err, mcp.ErrInvalidRequest) || errors.Is(err, mcp.ErrMethodNotFound) ||
		mcp.IsHeaderMismatch(err) || mcp.IsMissingRequiredClientCapability(err) || mcp.IsUnsupportedProtocolVersion(err) ||
		errors.Is(err, mcp.URLElicitationRequiredError{})
}

// answered reports whether err is an error of the peer that says nothing about
// execution. The SDK keeps these codes only; an error with another code cannot
// be told from an error of the client.
func answered(err error) bool {
	return errors.Is(err, mcp.ErrParseError) || errors.Is(err, mcp.ErrInternalError) ||
		errors.Is(err, mcp.ErrRequestInterrupted) || errors.Is(err, mcp.ErrResourceNotFound)
}
