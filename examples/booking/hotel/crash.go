package hotel

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// A Crashing endpoint stands in front of a server and makes it look as if it
// had crashed after executing a call and before answering it: the stream ends
// early, and the session is unknown from then on.
type Crashing struct {
	next http.Handler

	mu   sync.Mutex
	tool string          // whose next call is hit
	gone map[string]bool // sessions from before a crash
}

// NewCrashing puts an endpoint that can crash in front of next.
func NewCrashing(next http.Handler) *Crashing {
	return &Crashing{next: next, gone: map[string]bool{}}
}

// CrashAfter makes the next call of tool the one that is executed and never
// answered.
func (c *Crashing) CrashAfter(tool string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tool = tool
}

// ServeHTTP implements http.Handler.
func (c *Crashing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))

	known, crash := c.judge(r, body)
	switch {
	case !known:
		http.Error(w, "session not found", http.StatusNotFound)
	case !crash:
		c.next.ServeHTTP(w, r)
	default:
		// The call runs to its end; of the answer only what precedes the
		// result gets out.
		answer := httptest.NewRecorder()
		c.next.ServeHTTP(answer, r)
		for k, v := range answer.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(answer.Code)
		for event := range strings.SplitAfterSeq(answer.Body.String(), "\n\n") {
			if strings.Contains(event, `"result"`) {
				return
			}
			// With retry, the client need not wait long before it resumes.
			_, _ = io.WriteString(w, "retry: 10\n"+event) // a client that left lost the answer too
		}
	}
}

// judge says whether the request belongs to a session the server knows, and
// whether the server crashes on it.
func (c *Crashing) judge(r *http.Request, body []byte) (known, crash bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	session := r.Header.Get("Mcp-Session-Id")
	if c.gone[session] {
		return false, false
	}
	var call struct {
		Method string
		Params struct{ Name string }
	}
	if r.Method != http.MethodPost || json.Unmarshal(body, &call) != nil ||
		call.Method != "tools/call" || c.tool == "" || call.Params.Name != c.tool {
		return true, false
	}
	c.tool = ""
	c.gone[session] = true
	return true, true
}
