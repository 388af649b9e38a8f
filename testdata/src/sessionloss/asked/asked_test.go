package asked

import (
	"net/http"
	"testing"
)

// A test of a server asks for the 404, and begins a session then.
func TestUnknownSession(t *testing.T) {
	c := &client{http: http.DefaultClient, url: "http://127.0.0.1:1/mcp"}
	c.session = "0123456789abcdef"
	resp, err := c.post(t.Context(), "tools/list", nil)
	if err != nil {
		t.Skip(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound {
		t.Fatalf("status = %d, want 404", resp.StatusCode)
	}
	if err := overClient(c).Initialize(t.Context()); err != nil {
		t.Fatal(err)
	}
}
