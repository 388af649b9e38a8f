// Package faults makes a real MCP server over HTTP fail in the ways that
// servers, gateways and networks fail: before the server has run a request,
// after it, and in the middle of the answer. It knows nothing of an SDK. Tests
// use it.
package faults

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

// A Call is an HTTP request as far as faults are chosen by it.
type Call struct {
	HTTP   string // HTTP method
	Method string // JSON-RPC method of a POST, empty if there is none
	Name   string // what a tools/call names
}

// ToolCall reports whether c is the POST of a tools/call.
func (c Call) ToolCall() bool { return c.Method == "tools/call" }

// A Fault answers a request, with or without the help of the real server.
type Fault func(w http.ResponseWriter, r *http.Request, server http.Handler)

// A Handler puts faults in front of a server.
type Handler struct {
	Server http.Handler

	mu     sync.Mutex
	choose func(Call) Fault
}

// Choose sets the function that chooses the fault for a request; nil, and a
// nil Fault, leave requests alone.
func (h *Handler) Choose(choose func(Call) Fault) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.choose = choose
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var message struct {
		Method string `json:"method"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	json.Unmarshal(body, &message) // what is no message has no method
	h.mu.Lock()
	choose := h.choose
	h.mu.Unlock()
	if choose != nil {
		if fault := choose(Call{r.Method, message.Method, message.Params.Name}); fault != nil {
			fault(w, r, h.Server)
			return
		}
	}
	h.Server.ServeHTTP(w, r)
}

// Drop closes the connection without an answer.
func Drop(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }

// Answer answers with a status, a content type and a body, without the server.
func Answer(status int, contentType, body string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// Status answers with a status and a plain text, without the server.
func Status(status int) Fault { return Answer(status, "text/plain", http.StatusText(status)) }

// RPCError answers with a status and a JSON-RPC error, without the server. The
// error has the id of the request, or one of its own if there is none, as
// servers answer a GET.
func RPCError(status, code int) Fault {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		var request struct {
			ID json.RawMessage `json:"id"`
		}
		if body, err := io.ReadAll(r.Body); err != nil || json.Unmarshal(body, &request) != nil {
			request.ID = json.RawMessage(`"server-error"`)
		}
		body, err := json.Marshal(map[string]any{
			"jsonrpc": "2.0", "id": request.ID,
			"error": map[string]any{"code": code, "message": "refused by the test"},
		})
		if err != nil {
			panic(err)
		}
		Answer(status, "application/json", string(body))(w, r, nil)
	}
}

// Redirect redirects the request, body and all, without the server.
func Redirect(url string) Fault {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		http.Redirect(w, r, url, http.StatusTemporaryRedirect)
	}
}

// After lets the server run the request, throws its answer away, and then
// answers with f.
func After(f Fault) Fault {
	return func(w http.ResponseWriter, r *http.Request, server http.Handler) {
		body := rewind(r)
		server.ServeHTTP(&discard{header: make(http.Header)}, r)
		r.Body = body
		f(w, r, server)
	}
}

// rewind returns the body of r as it was before it is read.
func rewind(r *http.Request) io.ReadCloser {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err) // Handler has read it before
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return io.NopCloser(bytes.NewReader(body))
}

// Truncated lets the server run the request and drops the connection in the
// middle of its answer.
func Truncated(w http.ResponseWriter, r *http.Request, server http.Handler) {
	d := &discard{header: make(http.Header)}
	server.ServeHTTP(d, r)
	for name, values := range d.header {
		w.Header()[name] = values
	}
	w.Header().Del("Content-Length")
	w.Write(d.body.Bytes()[:d.body.Len()/2])
	flush(w)
	panic(http.ErrAbortHandler)
}

// Stream begins a stream of server-sent events with the given text, lets the
// server run the request, throws its answer away and ends the stream: as a
// server may that wants to be polled, if the text gives an event id, and as
// none should, if it does not.
func Stream(events string) Fault { return stream(events, false) }

// BrokenStream is like Stream, but the connection breaks instead.
func BrokenStream(events string) Fault { return stream(events, true) }

func stream(events string, broken bool) Fault {
	return func(w http.ResponseWriter, r *http.Request, server http.Handler) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, events)
		flush(w)
		if r.Method == http.MethodPost {
			server.ServeHTTP(&discard{header: make(http.Header)}, r)
		}
		if broken {
			panic(http.ErrAbortHandler)
		}
	}
}

// Early begins the answer before the server has run the request, so that the
// client is waiting for events, not for a response, while it runs.
func Early(w http.ResponseWriter, r *http.Request, server http.Handler) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	flush(w)
	server.ServeHTTP(begun{w}, r)
}

// begun is an answer whose status has been sent.
type begun struct{ http.ResponseWriter }

func (begun) WriteHeader(int) {}
func (b begun) Flush()        { flush(b.ResponseWriter) }

// Primed is the beginning of a stream that can be resumed soon: an event with
// an id and no data, and the reconnection time in milliseconds.
const Primed = "id: primed_1\nretry: 10\ndata:\n\n"

func flush(w http.ResponseWriter) {
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

// discard is the client that does not get the answer.
type discard struct {
	header http.Header
	body   bytes.Buffer
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(b []byte) (int, error) { return d.body.Write(b) }
func (d *discard) Flush()                      {}
