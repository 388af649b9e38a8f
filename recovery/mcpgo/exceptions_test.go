package mcpgo

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
)

// TestExceptions shows the exceptions that the package documentation lists:
// servers and clients for which NotSent or Refused is wrong. The names say
// which exception it is.
func TestExceptions(t *testing.T) {
	var scenarios []scenario
	// 1. A server that answers with a code or status of refusal after it has
	// run.
	for _, code := range []int{-32600, -32601, -32020, -32021, -32022, -32042} {
		scenarios = append(scenarios, scenario{
			name: fmt.Sprint("1, code ", code), eras: both,
			arrange: onCall(faults.After(faults.RPCError(200, code))),
			want:    recovery.Refused, executed: 1,
		})
	}
	var current *world // of the scenario that is being played
	dropThenStop := func(w *world) {
		w.onCall(func(rw http.ResponseWriter, r *http.Request, server http.Handler) {
			defer w.stop()
			faults.After(faults.Drop)(rw, r, server)
		})
	}
	commitThenAsk := func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.InputResponses != nil {
			return mcp.NewToolResultText("booked"), nil
		}
		return needsInput(), nil
	}
	play(t, append(scenarios,
		scenario{name: "1, status 401", eras: both, arrange: onCall(faults.After(faults.Status(401))), want: recovery.Refused, executed: 1},
		// 2. A server that redirects the request after it has run it.
		scenario{name: "2", eras: both, arrange: onCall(faults.After(faults.Redirect("http://" + faults.DeadAddr))), want: recovery.NotSent, executed: 1},
		// 3. A tool that commits before it asks for input.
		scenario{name: "3, cannot dial", setup: elicits(func() error { current.stop(); return nil }), arrange: func(w *world) {
			current = w
			w.tool = commitThenAsk
		}, want: recovery.NotSent, executed: 1},
		scenario{name: "3, refused", setup: elicits(func() error { current.onCall(faults.RPCError(200, -32600)); return nil }), arrange: func(w *world) {
			current = w
			w.tool = commitThenAsk
		}, want: recovery.Refused, executed: 1},
		// 4. A client that sends requests again below the SDK. The server
		// conforms.
		scenario{name: "4, http.Transport repeats for the Idempotency-Key header", eras: both,
			setup:   setup{http: func(next http.RoundTripper) http.RoundTripper { return keyed{next} }},
			arrange: dropThenStop, call: callWarm, want: recovery.NotSent, executed: 1},
		scenario{name: "4, a RoundTripper that tries twice", eras: both,
			setup:   setup{http: func(next http.RoundTripper) http.RoundTripper { return twice{next} }},
			arrange: dropThenStop, want: recovery.NotSent, executed: 1},
	), false)
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
type twice struct{ next http.RoundTripper }

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
