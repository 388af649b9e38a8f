package testfiles

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type touchArgs struct {
	Path string `json:"path"`
}

// connect returns a session with a server that has the one tool.
func connect(t testing.TB) *mcp.ClientSession {
	t.Helper()
	impl := &mcp.Implementation{Name: "files", Version: "1"}
	server := mcp.NewServer(impl, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "touch_file"}, func(context.Context, *mcp.CallToolRequest, touchArgs) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{}, nil, nil
	})
	near, far := mcp.NewInMemoryTransports()
	ss, err := server.Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := mcp.NewClient(impl, nil).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		ss.Wait()
	})
	return s
}

// TestMany is safe: a table of different calls.
func TestMany(t *testing.T) {
	session := connect(t)
	for _, tc := range []struct{ name, path string }{{"one", "a"}, {"two", "b"}} {
		t.Run(tc.name, func(t *testing.T) {
			if err := Touch(t.Context(), session, tc.path); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestExpected is safe: the first call is to fail.
func TestExpected(t *testing.T) {
	session := connect(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Touch(ctx, session, "a"); err == nil {
		t.Fatal("no error from a cancelled call")
	}
	if err := Touch(t.Context(), session, "a"); err != nil {
		t.Fatal(err)
	}
}

// TestExpectedIs is safe: the same with a certain error.
func TestExpectedIs(t *testing.T) {
	session := connect(t)
	session.Close()
	if err := Touch(t.Context(), session, "a"); !errors.Is(err, mcp.ErrConnectionClosed) {
		t.Fatalf("got %v", err)
	}
	if err := Touch(t.Context(), session, "a"); !errors.Is(err, mcp.ErrConnectionClosed) {
		t.Fatalf("got %v", err)
	}
}

// TestLeak is safe: one call, many times.
func TestLeak(t *testing.T) {
	session := connect(t)
	for range 100 {
		if err := Touch(t.Context(), session, "a"); err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkTouch is safe: one call, many times.
func BenchmarkTouch(b *testing.B) {
	session := connect(b)
	for b.Loop() {
		if err := Touch(b.Context(), session, "a"); err != nil {
			b.Fatal(err)
		}
	}
}

// eventually is unsafe: a helper of tests that repeats a write.
func eventually(t *testing.T, session *mcp.ClientSession, path string) {
	t.Helper()
	var err error
	for range 10 {
		if err = Touch(t.Context(), session, path); err == nil { // want `tools/call "touch_file".*can run again`
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal(fmt.Errorf("touch %s: %w", path, err))
}

// TestEventually uses it.
func TestEventually(t *testing.T) {
	eventually(t, connect(t), "a")
}
