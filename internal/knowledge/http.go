package knowledge

import "sync"

// HTTPProducerOf returns the function or method named fullName that makes an
// HTTP client or round tripper which may replay requests, or one that is
// known not to (kind [Once]).
func HTTPProducerOf(fullName string) (HTTPProducer, bool) {
	p, ok := httpProducers()[fullName]
	return p, ok
}

// HTTPProducerType is like [HTTPProducerOf] for types that are such a round
// tripper themselves.
func HTTPProducerType(name string) (HTTPProducer, bool) {
	p, ok := httpProducerTypes()[name]
	return p, ok
}

// HTTPSenderOf returns the method or function named fullName that sends one
// request and may replay it: clients that cannot sit under an MCP transport,
// except inside a hand-written round tripper.
func HTTPSenderOf(fullName string) (HTTPProducer, bool) {
	p, ok := httpSenders()[fullName]
	return p, ok
}

// PlugField reports whether the field named name ("example.com/pkg.Type.Field")
// puts an HTTP client or round tripper under an MCP transport.
func PlugField(name string) bool { return plugFields()[name] }

// PlugArg returns the argument of the function named fullName that is put
// under an MCP transport.
func PlugArg(fullName string) (arg int, ok bool) {
	arg, ok = plugArgs()[fullName]
	return arg, ok
}

// PlugVar reports whether the package-level variable named name is the client
// or round tripper of every MCP transport that is given none.
func PlugVar(name string) bool {
	return name == "net/http.DefaultTransport" || name == "net/http.DefaultClient"
}

// HeaderArg returns the argument of the function named fullName whose headers
// (a map, a function that returns one, or a name) go on the HTTP requests of
// an MCP transport.
func HeaderArg(fullName string) (arg int, ok bool) {
	arg, ok = headerArgs()[fullName]
	return arg, ok
}

// HeaderField is like [HeaderArg] for fields.
func HeaderField(name string) bool { return headerFields()[name] }

const (
	retryable    = "github.com/hashicorp/go-retryablehttp"
	discovery    = "github.com/projectdiscovery/retryablehttp-go"
	failsafeHTTP = "github.com/failsafe-go/failsafe-go/failsafehttp"
	rehttp       = "github.com/PuerkitoBio/rehttp"
	httpretry    = "github.com/ybbus/httpretry"
	heimdall     = "github.com/gojek/heimdall/v7"
	resty2       = "github.com/go-resty/resty/v2"
	resty3       = "resty.dev/v3"
	reqV3        = "github.com/imroc/req/v3"
)

var (
	// Four retries, of any method, on transport errors, 429 and 5xx except
	// 501. CheckRetry is given the context, the response and the error.
	retryableClient = HTTPProducer{
		Kind: OnError, Inner: -1,
		Off:     []Off{fieldIs(retryable+".Client", "RetryMax", 0)},
		Filters: []Filter{{Type: retryable + ".Client", Field: "CheckRetry"}},
	}
	// Five retries, of any method, unless it is told otherwise.
	httpretryClient = HTTPProducer{
		Kind: OnError, Inner: -1,
		Off:     []Off{argIs(httpretry+".WithMaxRetryCount", 0, 0), fieldIs(httpretry+".RetryRoundtripper", "MaxRetryCount", 0)},
		Filters: []Filter{{Func: httpretry + ".WithRetryPolicy"}, {Type: httpretry + ".RetryRoundtripper", Field: "ShouldRetry"}},
	}
	// The RetryFn decides; the body is kept so that a POST can be sent again.
	rehttpTransport = HTTPProducer{
		Kind: OnError, Inner: 0,
		Off: []Off{
			fieldIs(rehttp+".Transport", "PreventRetryWithBody", 1),
			argIs(rehttp+".RetryMaxRetries", 0, 0),
			{Func: rehttp + ".RetryHTTPMethods"}, // unless POST is among them
		},
		Filters: []Filter{{Func: rehttp + ".RetryIsErr"}},
	}
	failsafeTransport = HTTPProducer{
		Kind: ByPolicy, Inner: 0,
		Off: failsafeOff, Markers: failsafeRetries, Hedges: failsafeHedges, Filters: failsafeFilters,
	}
	plainClient = HTTPProducer{Kind: Once, Inner: -1}
)

// httpProducers: each was seen to send a POST twice to a server that counts;
// resty's and req's plain clients were not.
var httpProducers = sync.OnceValue(func() map[string]HTTPProducer {
	return producersByFunc(
		retryableClient.as(-1, "(*"+retryable+".Client).StandardClient"),
		httpretryClient.as(-1, httpretry+".NewDefaultClient"),
		httpretryClient.as(0, httpretry+".NewCustomClient"),
		rehttpTransport.as(0, rehttp+".NewTransport"),
		failsafeTransport.as(0, within(failsafeHTTP, "NewRoundTripper", "NewRoundTripperWithExecutor")...),
		plainClient.as(0, failsafeHTTP+".NewRoundTripperWithLevel"),
		plainClient.as(-1, "(*"+resty2+".Client).GetClient", "(*"+resty3+".Client).Client", "(*"+reqV3+".Client).GetClient"),
	)
})

var httpProducerTypes = sync.OnceValue(func() map[string]HTTPProducer {
	return producersByFunc(
		retryableClient.as(-1, retryable+".RoundTripper"),
		httpretryClient.as(-1, httpretry+".RetryRoundtripper"),
		rehttpTransport.as(-1, rehttp+".Transport"),
	)
})

// httpSenders: heimdall's NewNoRetrier only means "no wait".
var httpSenders = sync.OnceValue(func() map[string]HTTPProducer {
	return producersByFunc(
		retryableClient.as(-1, append(methods("*", retryable+".Client", "Do", "Post", "PostForm"), within(retryable, "Post", "PostForm")...)...),
		HTTPProducer{
			Kind: OnError, Off: []Off{fieldIs(discovery+".Options", "RetryMax", 0)},
			Filters: []Filter{{Type: discovery + ".Options", Field: "CheckRetry"}, {Type: discovery + ".Client", Field: "CheckRetry"}},
		}.as(-1, append(methods("*", discovery+".Client", "Do", "Post", "PostForm"), within(discovery, "Post", "PostForm")...)...),
		HTTPProducer{
			Kind: OnMarker, Markers: []string{heimdall + "/httpclient.WithRetryCount"},
			Off: []Off{argIs(heimdall+"/httpclient.WithRetryCount", 0, 0)},
		}.as(-1, methods("*", heimdall+"/httpclient.Client", "Do", "Post", "Put")...),
		HTTPProducer{
			Kind: OnMarker, Markers: []string{"(*" + resty2 + ".Client).SetRetryCount", resty2 + ".Client.RetryCount"},
			Off: []Off{argIs("(*"+resty2+".Client).SetRetryCount", 0, 0)},
		}.as(-1, methods("*", resty2+".Request", "Post", "Execute", "Send")...),
		// v3 leaves POST alone unless it is told otherwise.
		HTTPProducer{
			Kind:    OnMarker,
			Markers: []string{"(*" + resty3 + ".Client).SetRetryAllowNonIdempotent", "(*" + resty3 + ".Request).SetRetryAllowNonIdempotent"},
			Off:     []Off{argIs("(*"+resty3+".Client).SetRetryCount", 0, 0), argIs("(*"+resty3+".Request).SetRetryCount", 0, 0)},
		}.as(-1, methods("*", resty3+".Request", "Post", "Execute", "Send")...),
		// A negative count has no limit.
		HTTPProducer{
			Kind:    OnMarker,
			Markers: []string{"(*" + reqV3 + ".Client).SetCommonRetryCount", "(*" + reqV3 + ".Request).SetRetryCount"},
			Off:     []Off{argIs("(*"+reqV3+".Client).SetCommonRetryCount", 0, 0), argIs("(*"+reqV3+".Request).SetRetryCount", 0, 0)},
		}.as(-1, methods("*", reqV3+".Request", "Post", "MustPost", "Send", "Do")...),
	)
})

// as returns the producer under each of the names.
func (p HTTPProducer) as(inner int, names ...string) []HTTPProducer {
	out := make([]HTTPProducer, len(names))
	for i, n := range names {
		p.Func, p.Inner = n, inner
		out[i] = p
	}
	return out
}

func producersByFunc(groups ...[]HTTPProducer) map[string]HTTPProducer {
	m := make(map[string]HTTPProducer)
	for _, g := range groups {
		for _, p := range g {
			m[p.Func] = p
		}
	}
	return m
}
