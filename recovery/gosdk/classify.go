package gosdk

import (
	"encoding/json"
	"errors"
	"net"
	"strings"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Error codes that go-sdk does not export under a name of their own.
const (
	// codeRejected marks what the streamable transport could not deliver or
	// was answered with an HTTP error status: executed or not.
	codeRejected = -32005
	// codeClientClosing and codeServerClosing are reserved by go-sdk for
	// connections that close. Peers use them for other things, and
	// mcp.ErrConnectionClosed stands for both.
	codeClientClosing = -32003
	codeServerClosing = -32004
)

// Classify returns what the two results of [mcp.ClientSession.CallTool] say
// about the call. It never returns [recovery.NotSent] or [recovery.Refused]
// for a call that a conforming server has executed; the package documentation
// lists the exceptions that others cause.
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
	}
	return recovery.Done
}

func classifyError(err error) recovery.Outcome {
	switch {
	case ofAnotherExchange(err):
		return recovery.Unknown
	case notSent(err):
		return recovery.NotSent
	case errors.Is(err, mcp.ErrConnectionClosed), errors.Is(err, mcp.ErrSessionMissing):
		return recovery.Unknown
	}
	var answer *jsonrpc.Error
	if !errors.As(err, &answer) {
		return recovery.Unknown
	}
	return classifyCode(answer.Code, errors.Is(err, &jsonrpc.Error{Code: codeRejected}))
}

// ofAnotherExchange reports whether err carries the error of something other
// than the call's own request: nothing in it says what became of the call. The
// SDK gives these errors no type, so they are told by their text. The tests
// provoke each of them in the real client.
func ofAnotherExchange(err error) bool {
	text := err.Error()
	// A handler of the client failed to give the input that the server had
	// asked for, when the call was already with the server. The handler's
	// error is in the chain: a failed dial to a model provider, for example.
	return strings.Contains(text, "multi round-trip: fulfilling input request") ||
		// Another call of the session was abandoned while it was being
		// authorized. That ends the session and all its calls with the error
		// of the authorization, such as a failed dial to the authorization
		// server.
		strings.Contains(text, "authorization cancelled: ")
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

// classifyCode classifies a JSON-RPC error. rejected says that it came with an
// HTTP error status. Such an error may be the answer to another request than
// the call: when the stream of an executed call is resumed with GET and the
// session is gone by then, servers answer 404 or 400 with codes like -32600,
// and the call ends with that.
func classifyCode(code int64, rejected bool) recovery.Outcome {
	switch code {
	case mcp.CodeHeaderMismatch, mcp.CodeMissingRequiredClientCapabilities, mcp.CodeUnsupportedProtocolVersion:
		// Sent with status 400, of an era in which no stream is resumed.
		return recovery.Refused
	}
	if rejected {
		return recovery.Unknown
	}
	switch code {
	case jsonrpc.CodeInvalidRequest, jsonrpc.CodeMethodNotFound, mcp.CodeURLElicitationRequired:
		return recovery.Refused
	case jsonrpc.CodeInvalidParams:
		// Servers also report failures of the tool in this way.
		return recovery.Unknown
	case codeClientClosing, codeServerClosing:
		return recovery.Unknown
	}
	return recovery.Answered
}
