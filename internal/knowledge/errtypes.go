package knowledge

import "sync"

// ErrorType says how errors.As, errors.AsType, a type assertion or a type
// switch reads for the type named name, in the form of [TypeName]
// ("*net.OpError", "net.Error", "*net/url.Error"). Unnamed interfaces are
// named as types.TypeString prints them.
func ErrorType(name string) (Match, bool) {
	m, ok := errorTypes()[name]
	return m, ok
}

// ErrorMethod says how a method of an error that returns bool reads, once the
// error has been found to be of the receiver's type.
func ErrorMethod(fullName string) (Match, bool) {
	m, ok := errorMethods()[fullName]
	return m, ok
}

// ErrorFunc says how a function from error to bool reads.
func ErrorFunc(fullName string) (Match, bool) {
	m, ok := errorFuncs()[fullName]
	return m, ok
}

var (
	// A go-sdk error of the peer, and every failure of the HTTP layer.
	goSDKError = Match{True: Codes | 1<<CodeRejected, May: inRejected}

	// net.Error is implemented by *net.OpError, *url.Error, syscall.Errno and
	// context.DeadlineExceeded; over HTTP everything comes in a *url.Error.
	netError = Match{
		True: Of(DialFailed, ConnReset, BrokenPipe, NetTimeout, NetError, DeadlineExceeded),
		May:  Of(EOF, UnexpectedEOF, ClosedPipe, Canceled, CodeRejected),
	}
	urlError  = Match{May: network | 1<<CodeRejected}
	opError   = Match{True: Of(DialFailed), May: Of(ConnReset, BrokenPipe, NetTimeout, NetError, EOF, CodeRejected)}
	timeout   = Match{True: Of(NetTimeout, DeadlineExceeded), May: Of(DialFailed, CodeRejected)}
	temporary = Match{May: Of(NetTimeout, DeadlineExceeded, DialFailed, NetError, ConnReset, CodeRejected)}
	errnoType = Match{May: Of(DialFailed, ConnReset, BrokenPipe, NetTimeout, NetError, CodeRejected)}
	beforeUse = Match{May: Of(DialFailed)}
	unsent    = Match{May: Of(NotReady)}
	garbled   = Match{May: Of(Unclassified)}
)

// errorTypes: std from the sources of go1.26, SDKs from docs/outcomes.md.
var errorTypes = sync.OnceValue(func() map[string]Match {
	return map[string]Match{
		"*" + goSDK + "jsonrpc.Error":               goSDKError,
		"*" + goSDK + "internal/jsonrpc2.WireError": goSDKError, // what it is an alias of

		// Every transport failure of mcp-go, statuses and the context's deadline
		// included; the peer's errors and "client not initialized" are not.
		"*" + mcpGo + "client/transport.Error": {
			True: network | Statuses | 1<<SessionTerminated | 1<<NoResponse | 1<<TransportClosed | 1<<Unclassified,
		},
		"*" + mcpGo + "client/transport.AuthorizationRequiredError":      {May: Of(StatusUnauthorized)},
		"*" + mcpGo + "client/transport.OAuthAuthorizationRequiredError": {May: Of(StatusUnauthorized)},
		mcpGo + "mcp.URLElicitationRequiredError":                        {True: Of(CodeURLElicitation)},
		mcpGo + "mcp.UnsupportedProtocolVersionError":                    {True: Of(CodeUnsupportedVersion)},
		mcpGo + "mcp.HeaderMismatchError":                                {True: Of(CodeHeaderMismatch)},
		mcpGo + "mcp.MissingRequiredClientCapabilityError":               {True: Of(CodeMissingCapability)},

		// A task that was interrupted may have been submitted.
		"*" + trpc + ".TaskError":             {May: network | Statuses | Codes | 1<<NoResponse | 1<<Unclassified},
		"*" + trpc + ".TaskRPCError":          {May: Codes},
		"*" + thinkInAI + "pkg.ResponseError": {True: Codes},
		"*github.com/viant/jsonrpc.Error":     {True: Codes},
		"*" + einoExt + "/officialmcp.Error":  {May: Failures},

		"net.Error":                   netError,
		"*net.OpError":                opError,
		"*net/url.Error":              urlError,
		"*net.DNSError":               beforeUse,
		"*net.AddrError":              beforeUse,
		"*net.ParseError":             beforeUse,
		"net.UnknownNetworkError":     beforeUse,
		"net.InvalidAddrError":        beforeUse,
		"interface{Timeout() bool}":   netError,
		"interface{Temporary() bool}": netError,

		// The handshake comes before the request.
		"crypto/x509.UnknownAuthorityError":        beforeUse,
		"crypto/x509.HostnameError":                beforeUse,
		"crypto/x509.CertificateInvalidError":      beforeUse,
		"*crypto/tls.CertificateVerificationError": beforeUse,
		"crypto/tls.RecordHeaderError":             {May: Of(DialFailed, NetError)},
		"crypto/tls.AlertError":                    {May: Of(DialFailed, NetError)},
		"*net/http.ProtocolError":                  {May: Of(NetError)},

		"syscall.Errno":      errnoType,
		"*os.SyscallError":   errnoType,
		"*io/fs.PathError":   {May: Of(BrokenPipe, ClosedPipe, NetTimeout, NotReady)},
		"*os/exec.Error":     unsent,
		"*os/exec.ExitError": {May: Of(EOF, TransportClosed, Unclassified)},

		"*encoding/json.MarshalerError":        unsent,
		"*encoding/json.UnsupportedTypeError":  unsent,
		"*encoding/json.UnsupportedValueError": unsent,
		// A response that cannot be read does not say whether the tool ran.
		"*encoding/json.SyntaxError":        garbled,
		"*encoding/json.UnmarshalTypeError": garbled,
	}
})

var errorMethods = sync.OnceValue(func() map[string]Match {
	return map[string]Match{
		"(net.Error).Timeout":        timeout,
		"(*net.OpError).Timeout":     timeout,
		"(*net/url.Error).Timeout":   timeout,
		"(syscall.Errno).Timeout":    timeout,
		"(*os.SyscallError).Timeout": timeout,
		"(*io/fs.PathError).Timeout": {May: Of(NetTimeout)},
		"(interface).Timeout":        timeout,
		"(*net.DNSError).Timeout":    beforeUse,
		"(net.Error).Temporary":      temporary,
		"(*net.OpError).Temporary":   temporary,
		"(*net/url.Error).Temporary": temporary,
		"(syscall.Errno).Temporary":  temporary,
		"(interface).Temporary":      temporary,
		"(*net.DNSError).Temporary":  beforeUse,
		// Documented to be always false.
		"(*" + trpc + ".TaskError).ToolCallReplaySafe": {},
	}
})

var errorFuncs = sync.OnceValue(func() map[string]Match {
	return map[string]Match{
		// Looks only at the error itself and through a few wrappers of package
		// os, not along the chain.
		"os.IsTimeout": {May: timeout.True | timeout.May},

		mcpGo + "client.IsAuthorizationRequiredError":      {May: Of(StatusUnauthorized)},
		mcpGo + "client.IsOAuthAuthorizationRequiredError": {May: Of(StatusUnauthorized)},

		// ErrConnectionClosed, ErrSessionMissing or its own connection errors.
		einoExt + "/officialmcp.IsConnectionError": {True: Of(ConnectionClosed, SessionMissing), May: Of(Unclassified)},

		"k8s.io/apimachinery/pkg/util/net.IsConnectionRefused": {May: Of(DialFailed)},
		"k8s.io/apimachinery/pkg/util/net.IsConnectionReset":   {True: Of(ConnReset), May: Of(DialFailed)},
		"k8s.io/apimachinery/pkg/util/net.IsTimeout":           timeout,
		"k8s.io/apimachinery/pkg/util/net.IsProbableEOF":       {True: Of(EOF, UnexpectedEOF, ConnReset), May: Of(NetError)},
		"k8s.io/apimachinery/pkg/util/wait.Interrupted":        {True: Of(Canceled, DeadlineExceeded)},

		// The marks of retry libraries say nothing about the attempt.
		"github.com/avast/retry-go.IsRecoverable":    {May: Failures},
		"github.com/avast/retry-go/v3.IsRecoverable": {May: Failures},
		"github.com/avast/retry-go/v4.IsRecoverable": {May: Failures},
		"github.com/avast/retry-go/v5.IsRecoverable": {May: Failures},
	}
})
