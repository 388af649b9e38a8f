package constructors

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/adk/tool/mcptoolset"
)

// canned answers by itself.
type canned struct {
	answers chan jsonrpc.Message
	ends    int
}

func (c *canned) Connect(context.Context) (mcp.Connection, error) { return c, nil }

func (c *canned) Read(context.Context) (jsonrpc.Message, error) { return <-c.answers, nil }

func (c *canned) Write(_ context.Context, m jsonrpc.Message) error {
	c.answers <- m
	return nil
}

func (c *canned) Close() error { c.ends++; return nil }

func (c *canned) SessionID() string { return "" }

// desk is a connection that stands in for a server.
type desk struct {
	canned
	said []string
}

type deskTransport struct{ d *desk }

func (t deskTransport) Connect(context.Context) (mcp.Connection, error) { return &desk{}, nil }

// wire sends what is written to a server.
type wire struct {
	client *http.Client
	url    string
	body   []byte
}

func (w *wire) Connect(context.Context) (mcp.Connection, error) { return &wired{w: w}, nil }

type wired struct{ w *wire }

func (c *wired) Read(context.Context) (jsonrpc.Message, error) {
	return jsonrpc.DecodeMessage(c.w.body)
}

func (c *wired) Write(_ context.Context, m jsonrpc.Message) error {
	res, err := c.w.client.Post(c.w.url, "application/json", http.NoBody)
	if err != nil {
		return err
	}
	c.w.body, err = io.ReadAll(res.Body)
	return err
}

func (c *wired) Close() error { return nil }

func (c *wired) SessionID() string { return "" }

// TestStandIn is safe: what stands in for the server ends with the test.
func TestStandIn(t *testing.T) {
	if _, err := mcptoolset.New(mcptoolset.Config{Transport: deskTransport{}}); err != nil {
		t.Fatal(err)
	}
}

// TestWire is unsafe: the server is another one.
func TestWire(t *testing.T) {
	if _, err := mcptoolset.New(mcptoolset.Config{Transport: &wire{client: http.DefaultClient}}); err != nil { // want `tools/call.*can run again`
		t.Fatal(err)
	}
}

// TestServer is safe: the server ends with the test.
func TestServer(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	srv := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	defer srv.Close()
	near := &mcp.StreamableClientTransport{Endpoint: srv.URL + "/mcp"}
	if _, err := mcptoolset.New(mcptoolset.Config{Transport: near}); err != nil {
		t.Fatal(err)
	}
}

// TestOther is unsafe: the test uses a server that it does not start.
func TestOther(t *testing.T) {
	far := &mcp.StreamableClientTransport{Endpoint: os.Getenv("DESK_URL") + "/mcp"}
	if _, err := mcptoolset.New(mcptoolset.Config{Transport: far}); err != nil { // want `tools/call.*can run again`
		t.Fatal(err)
	}
}
