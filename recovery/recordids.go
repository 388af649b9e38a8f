package recovery

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// ErrNotJournaled is part of the error of a call that was not sent because the
// journal could not take down its id.
var ErrNotJournaled = errors.New("recovery: not sent, since it could not be written to the journal")

// RecordIDs returns a RoundTripper that writes the JSON-RPC id of a tools/call
// to the journal of the attempt that the request's context carries, and then
// hands the request to next, or to [http.DefaultTransport] if next is nil. Both
// Go SDKs make HTTP requests with the context of the call:
//
//	&mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: recovery.RecordIDs(nil)}}
//	transport.NewStreamableHTTP(url, transport.WithHTTPBasicClient(&http.Client{Transport: recovery.RecordIDs(nil)}))
//
// If the journal fails, the request is not sent, and the error is
// [ErrNotJournaled], or another one if the attempt was sent before in an
// earlier round. Nothing is ever sent twice.
func RecordIDs(next http.RoundTripper) http.RoundTripper {
	return recorder{next}
}

type recorder struct{ next http.RoundTripper }

func (rt recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	next := rt.next
	if next == nil {
		next = http.DefaultTransport
	}
	a := AttemptFrom(req.Context())
	if a == nil || req.Method != http.MethodPost || req.Body == nil || req.Body == http.NoBody {
		return next.RoundTrip(req)
	}
	body, err := io.ReadAll(req.Body)
	req.Body.Close()
	if err != nil {
		return nil, err
	}
	for _, id := range toolCallIDs(body) {
		if err := a.BeforeSend(req.Context(), id); err != nil {
			return nil, err
		}
	}
	// A RoundTripper must leave the request alone, but for its body.
	sent := *req
	sent.Body = io.NopCloser(bytes.NewReader(body))
	return next.RoundTrip(&sent)
}

// toolCallIDs returns the ids of the tools/call requests in a JSON-RPC message
// or, in revision 2025-03-26, a batch of them.
func toolCallIDs(body []byte) []string {
	type message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	var batch []message
	if json.Unmarshal(body, &batch) != nil {
		batch = make([]message, 1)
		if json.Unmarshal(body, &batch[0]) != nil {
			return nil
		}
	}
	var ids []string
	for _, m := range batch {
		if m.Method == "tools/call" && len(m.ID) > 0 {
			ids = append(ids, string(m.ID))
		}
	}
	return ids
}
