package silent

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestServe is safe: requests of a test.
func TestServe(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(Serve))
	defer srv.Close()
	for range 2 {
		for _, body := range []string{
			`{"jsonrpc":"2.0","id":1,"method":"initialize"}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`,
		} {
			resp, err := http.Post(srv.URL, "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
		}
	}
}
