// Package httpretry defines an Analyzer that reports HTTP clients which send
// the requests of an MCP client again by themselves.
//
// # Analyzer httpretry
//
// httpretry: report HTTP clients under an MCP transport that send a POST again
//
// Every request of an MCP client is a POST with a JSON-RPC id of its own. An
// HTTP client that repeats a POST repeats the id, and it cannot see what it
// repeats: a lost answer of a tool that books or pays leads to a second
// execution, for every tool of the session. The specification forbids to use
// the id of a request again in one session, and, since 2026-07-28, while the
// first request has not been answered; what is to be issued again must be a
// new request with a new id.
//
// The analyzer follows the HTTP client that is put under a transport
// (StreamableClientTransport.HTTPClient, WithHTTPBasicClient and the like, the
// default client of net/http, the client of a hand-written transport), also
// through constructors and fields of other packages, and reports the place
// that puts it there if it repeats requests: go-retryablehttp, failsafehttp,
// rehttp, httpretry, or a RoundTripper that calls the inner one again after an
// outcome that may be an executed request. It reports options of SDKs that
// repeat every request.
//
// It also reports the headers Idempotency-Key and X-Idempotency-Key on MCP
// requests: with either of them, net/http itself sends a POST again when a
// reused connection breaks, and reports no error.
//
// Unsafe:
//
//	rc := retryablehttp.NewClient() // repeats POST after 5xx and broken connections
//	transport := &mcp.StreamableClientTransport{
//		Endpoint:   endpoint,
//		HTTPClient: rc.StandardClient(),
//	}
//
// Safe:
//
//	rc := retryablehttp.NewClient()
//	rc.RetryMax = 0
//
// or a RoundTripper that repeats only what may be repeated:
//
//	func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
//		if req.Method == http.MethodPost {
//			return t.base.RoundTrip(req)
//		}
//		…
//	}
//
// It is silent where the library's switch is off or its policy leaves POST
// out; where the round tripper repeats only other methods, only after 401, 403
// or 404, or only after a failed dial; where the client never reaches an MCP
// transport (OAuth metadata, downloads); and for clients of resty and req,
// whose retries stay outside the http.Client they hand out. A header that the
// server deduplicates by is declared with
// //mcplint:dedupes key=header:Idempotency-Key "evidence".
//
// Class: N, the id of a request is used again. Sources:
// https://modelcontextprotocol.io/specification/2025-11-25/basic#requests,
// https://modelcontextprotocol.io/specification/2026-07-28/basic#requests,
// https://modelcontextprotocol.io/specification/2026-07-28/changelog#major-changes,
// https://pkg.go.dev/net/http#Transport,
// https://www.rfc-editor.org/rfc/rfc9110.html#section-9.2.2.
package httpretry
