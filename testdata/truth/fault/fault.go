// Package fault loses the answer to a tools/call after the server has executed
// it, in the ways in which networks, gateways and restarts lose answers.
//
// The server behind it is a real one: [Injector] wraps its http.Handler, lets
// it answer in full into memory, and only then fails towards the client.
package fault

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// A Drop is a way to lose an answer.
type Drop string

const (
	// Reset breaks the connection before any byte of the answer.
	Reset Drop = "connection reset"
	// BeforeFirstEvent opens the response stream and breaks the connection
	// before any event.
	BeforeFirstEvent Drop = "before the first event"
	// AfterEventID ends the stream after an event that carried an id, and
	// answers the GET that resumes it with 404: the session is gone, as after
	// a restart of the server.
	AfterEventID Drop = "after an event id, resume refused"
	// GatewayTimeout answers 504 in the server's place.
	GatewayTimeout Drop = "gateway timeout"
	// Refused answers 503 without letting the server see the call. To the
	// client it looks like GatewayTimeout; nothing was executed.
	Refused Drop = "refused before execution"
)

const sessionHeader = "Mcp-Session-Id"

// An Injector is an http.Handler that passes everything on to the MCP server
// behind it, except the one answer it was armed to lose.
type Injector struct {
	next http.Handler
	tool string

	mu      sync.Mutex
	armed   Drop
	lost    int
	version string // of the protocol, as the lost call named it
	resumes int
	gone    map[string]bool // sessions the server no longer knows
	err     error
}

// New wraps next; the calls to be lost are those of the named tool.
func New(next http.Handler, tool string) *Injector {
	return &Injector{next: next, tool: tool, gone: map[string]bool{}}
}

// Arm makes the injector lose the answer to the next call of the tool.
func (i *Injector) Arm(d Drop) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.armed = d
}

// Lost is the number of answers lost so far.
func (i *Injector) Lost() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.lost
}

// Version is the protocol version that the lost call was made in.
func (i *Injector) Version() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.version
}

// Resumes is the number of refused GETs that asked to resume a stream.
func (i *Injector) Resumes() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.resumes
}

// Err reports what kept the injector from failing as it was told to.
func (i *Injector) Err() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.err
}

// ServeHTTP implements http.Handler.
func (i *Injector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if i.refuseGone(w, r) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "reading the body: "+err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))

	drop := i.take(r, body)
	switch drop {
	case "":
		i.next.ServeHTTP(w, r)
		return
	case Refused:
		http.Error(w, "no upstream", http.StatusServiceUnavailable)
		return
	}
	// The server runs the tool and answers, into memory. Nothing of it has
	// reached the client when that is done.
	answer := httptest.NewRecorder()
	i.next.ServeHTTP(answer, r)
	if err := i.lose(w, r, drop, answer); err != nil {
		i.mu.Lock()
		i.err = errors.Join(i.err, fmt.Errorf("%s: %w", drop, err))
		i.mu.Unlock()
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// refuseGone answers requests of a session that was lost, and counts the
// resumptions among them.
func (i *Injector) refuseGone(w http.ResponseWriter, r *http.Request) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if id := r.Header.Get(sessionHeader); id == "" || !i.gone[id] {
		return false
	}
	if r.Method == http.MethodGet && r.Header.Get("Last-Event-ID") != "" {
		i.resumes++
	}
	http.Error(w, "session not found", http.StatusNotFound)
	return true
}

// take disarms the injector if the request is the call it waits for.
func (i *Injector) take(r *http.Request, body []byte) Drop {
	if r.Method != http.MethodPost {
		return ""
	}
	var call struct {
		Method string `json:"method"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &call) != nil || call.Method != "tools/call" || call.Params.Name != i.tool {
		return ""
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	drop := i.armed
	i.armed = ""
	if drop != "" {
		i.lost++
		i.version = r.Header.Get("Mcp-Protocol-Version")
	}
	return drop
}

// lose fails towards the client although answer holds the tool's result.
func (i *Injector) lose(w http.ResponseWriter, r *http.Request, drop Drop, answer *httptest.ResponseRecorder) error {
	text := answer.Body.String()
	if answer.Code != http.StatusOK || !strings.Contains(text, `"result"`) {
		return fmt.Errorf("the server did not answer with a result: status %d, body %q", answer.Code, text)
	}
	switch drop {
	case GatewayTimeout:
		http.Error(w, "upstream timed out", http.StatusGatewayTimeout)
		return nil
	case Reset:
		panic(http.ErrAbortHandler) // net/http's way to break a connection
	}
	if ct := answer.Header().Get("Content-Type"); !strings.HasPrefix(ct, "text/event-stream") {
		return fmt.Errorf("the server answered %q, not a stream", ct)
	}
	var prefix string
	if drop == AfterEventID {
		var err error
		if prefix, err = eventsBeforeResult(text); err != nil {
			return err
		}
		session := r.Header.Get(sessionHeader)
		if session == "" {
			return errors.New("the call carried no session id")
		}
		i.mu.Lock()
		i.gone[session] = true
		i.mu.Unlock()
	}
	for k, v := range answer.Header() {
		w.Header()[k] = v
	}
	w.WriteHeader(http.StatusOK)
	if _, err := io.WriteString(w, prefix); err != nil {
		return nil // the client went away first: the answer is lost all the same
	}
	if err := http.NewResponseController(w).Flush(); err != nil {
		return nil
	}
	if drop == BeforeFirstEvent {
		panic(http.ErrAbortHandler)
	}
	return nil // AfterEventID: the server ends the stream in good order
}

// eventsBeforeResult cuts a stream of events before the one that carries the
// result. What remains must hold an event id, or there is nothing to resume.
// The retry field spares the client its default reconnection delay.
func eventsBeforeResult(stream string) (string, error) {
	var kept strings.Builder
	kept.WriteString("retry: 10\n")
	sawID := false
	for event := range strings.SplitAfterSeq(stream, "\n\n") {
		if strings.Contains(event, `"result"`) {
			break
		}
		kept.WriteString(event)
		sawID = sawID || strings.HasPrefix(event, "id:") || strings.Contains(event, "\nid:")
	}
	if !sawID {
		return "", fmt.Errorf("no event with an id before the result in %q", stream)
	}
	return kept.String(), nil
}
