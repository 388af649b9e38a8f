package gosdk

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestExceptions shows the exceptions that the package documentation lists:
// servers and clients for which NotSent or Refused is wrong. The names say
// which exception it is.
func TestExceptions(t *testing.T) {
	var scenarios []scenario
	// 1. A server that answers with a code of refusal after it has run.
	for _, code := range []int64{-32600, -32601, -32020, -32021, -32022, -32042} {
		scenarios = append(scenarios, scenario{
			name:    fmt.Sprint("1, code ", code),
			arrange: func(w *world) { w.tool = fails(code) },
			want:    recovery.Refused, executed: 1,
		})
	}
	// 2. A server that refuses the resumption of an executed call with a code
	// of the era that has no resumption.
	for _, code := range []int{-32020, -32021, -32022} {
		scenarios = append(scenarios, scenario{
			name:    fmt.Sprint("2, code ", code),
			arrange: onCall(faults.Stream(faults.Primed), faults.RPCError(400, code)),
			want:    recovery.Refused, executed: 1,
		})
	}
	var current *world // of the scenario that is being played
	scenarios = append(scenarios,
		// 3. A server that redirects the request after it has run it.
		scenario{name: "3", eras: both, arrange: onCall(faults.After(faults.Redirect("http://" + faults.DeadAddr))), want: recovery.NotSent, executed: 1},
		// 4. A tool that commits before it asks for input.
		scenario{name: "4, cannot dial", setup: elicits(func() error { current.stop(); return nil }), arrange: func(w *world) {
			current = w
			w.tool = commitsThenAsks(w)
		}, want: recovery.NotSent, executed: 1},
		scenario{name: "4, refused", setup: elicits(agree), arrange: func(w *world) {
			w.tool = commitsThenAsks(w)
			w.before = func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if req.Params.InputResponses != nil {
					return fails(-32600)(nil, nil)
				}
				return nil, nil
			}
		}, want: recovery.Refused, executed: 1},
		// 5. A client that sends requests again below the SDK. The server
		// conforms.
		scenario{name: "5, http.Transport repeats for the Idempotency-Key header", eras: both,
			setup: setup{http: func(next http.RoundTripper) http.RoundTripper { return keyed{next} }},
			arrange: func(w *world) {
				w.onCall(func(rw http.ResponseWriter, r *http.Request, server http.Handler) {
					defer w.stop()
					faults.After(faults.Drop)(rw, r, server)
				})
			}, call: callWarm, want: recovery.NotSent, executed: 1},
		scenario{name: "5, a RoundTripper that tries twice", eras: both,
			setup: setup{http: func(next http.RoundTripper) http.RoundTripper { return twice{next} }},
			arrange: func(w *world) {
				w.onCall(func(rw http.ResponseWriter, r *http.Request, server http.Handler) {
					defer w.stop()
					faults.After(faults.Drop)(rw, r, server)
				})
			}, want: recovery.NotSent, executed: 1},
	)
	play(t, scenarios, false)
}

// commitsThenAsks is a tool that asks for input when it has committed.
func commitsThenAsks(w *world) mcp.ToolHandler {
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.InputResponses != nil {
			return booked(), nil
		}
		return needsInput(), nil
	}
}

// callWarm calls the tool on a connection that has been used before.
func callWarm(w *world) (*mcp.CallToolResult, error) {
	if err := w.pool.Warm(w.ctx, w.http.URL); err != nil {
		return nil, err
	}
	return w.call(w.ctx)
}

// keyed sets the header that makes net/http repeat a POST.
type keyed struct{ http.RoundTripper }

func (rt keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Idempotency-Key", "k")
	return rt.RoundTripper.RoundTrip(req)
}

// twice sends a tools/call that failed a second time.
type twice struct {
	next http.RoundTripper
}

func (rt twice) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body == nil {
		return rt.next.RoundTrip(req)
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	send := func() (*http.Response, error) {
		again := req.Clone(req.Context())
		again.GetBody = nil
		again.Body = io.NopCloser(strings.NewReader(string(body)))
		return rt.next.RoundTrip(again)
	}
	resp, err := send()
	if err != nil && strings.Contains(string(body), "tools/call") {
		return send()
	}
	return resp, err
}
