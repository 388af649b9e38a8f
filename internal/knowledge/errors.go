package knowledge

// Sentinel says how errors.Is(err, v) and err == v read for the package-level
// error variable named name.
func Sentinel(name string) (Match, bool) { m, ok := sentinels[name]; return m, ok }

// Errno says how errors.Is(err, syscall.Errno(value)) reads. The names of
// package syscall are constants, so that only their value is seen.
func Errno(value int) (Match, bool) { m, ok := errnos[value]; return m, ok }

// ErrorType says how errors.As, errors.AsType, a type assertion or a type
// switch reads for the type named name ("*net.OpError", "net.Error").
func ErrorType(name string) (Match, bool) { m, ok := errorTypes[name]; return m, ok }

// ErrorMethod says how a method of an error that returns bool reads.
func ErrorMethod(fullName string) (Match, bool) { m, ok := errorMethods[fullName]; return m, ok }

// ErrorFunc says how a function from error to bool reads.
func ErrorFunc(fullName string) (Match, bool) { m, ok := errorFuncs[fullName]; return m, ok }

// Text says how a search for substr in the text of an error reads, ignoring
// case. known is false if no error is known to contain substr.
func Text(substr string) (m Match, known bool) { return Match{}, false }

// Code says how "the JSON-RPC error code is k" reads.
func Code(k int64) Match {
	if e, ok := codeEndings[k]; ok {
		return Match{True: Of(e)}
	}
	return Match{May: Of(CodeOther)}
}

// Status says how "the HTTP status is k" reads.
func Status(k int64) Match {
	if e, ok := statusEndings[k]; ok {
		return Match{True: Of(e)}
	}
	if k >= 200 && k < 300 {
		return Match{True: Of(Done), May: Of(ToolError) | Codes}
	}
	return Match{May: Of(StatusOther)}
}

// NetOp says how "the Op of the *net.OpError is op" reads.
func NetOp(op string) Match {
	if op == "dial" {
		return Match{True: Of(DialFailed)}
	}
	return Match{May: Lost}
}

var sentinels = map[string]Match{
	"io.EOF":                   {True: Of(EOF)},
	"context.Canceled":         {True: Of(Canceled)},
	"context.DeadlineExceeded": {True: Of(DeadlineExceeded)},
}

var errnos = map[int]Match{}

var errorTypes = map[string]Match{}

var errorMethods = map[string]Match{}

var errorFuncs = map[string]Match{}

var codeEndings = map[int64]Ending{
	-32600: CodeInvalidRequest,
	-32601: CodeMethodNotFound,
	-32602: CodeInvalidParams,
	-32020: CodeHeaderMismatch,
	-32021: CodeMissingCapability,
	-32022: CodeUnsupportedVersion,
	-32042: CodeURLElicitation,
	-32005: CodeRejected,
}

var statusEndings = map[int64]Ending{
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
