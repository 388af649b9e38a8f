package constructors

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/mcptoolset"
)

// house connects to a server of the program, as often as it is asked to.
type house struct{ server *mcp.Server }

func (h *house) Connect(ctx context.Context) (mcp.Connection, error) {
	near, far := mcp.NewInMemoryTransports()
	if _, err := h.server.Connect(ctx, far, nil); err != nil {
		return nil, err
	}
	return near.Connect(ctx)
}

// counted counts the connections of another transport.
type counted struct {
	mcp.Transport
	connects int
}

func (c *counted) Connect(ctx context.Context) (mcp.Connection, error) {
	c.connects++
	conn, err := c.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &heard{Connection: conn}, nil
}

// heard is a connection that counts what is written.
type heard struct {
	mcp.Connection
	written int
}

// ADKHouse is safe: the server is a part of the program, and ends with it.
func ADKHouse(s *mcp.Server) (tool.Toolset, error) {
	return mcptoolset.New(mcptoolset.Config{Transport: &house{s}})
}

// ADKCounted is safe: there is such a server behind.
func ADKCounted(s *mcp.Server) (tool.Toolset, error) {
	t := &counted{Transport: &house{s}}
	return mcptoolset.New(mcptoolset.Config{Transport: t})
}

// watched is a transport like counted, which others are put into.
type watched struct{ inner mcp.Transport }

func (w *watched) Connect(ctx context.Context) (mcp.Connection, error) {
	return w.inner.Connect(ctx)
}

// ADKWatched is unsafe: the transport behind is one to another process.
func ADKWatched(endpoint string) (tool.Toolset, error) {
	t := &watched{inner: &mcp.StreamableClientTransport{Endpoint: endpoint}}
	return mcptoolset.New(mcptoolset.Config{Transport: t}) // want `tools/call.*can run again`
}

// either connects to a server of the program if there is one.
type either struct {
	server   *mcp.Server
	endpoint string
}

func (e *either) Connect(ctx context.Context) (mcp.Connection, error) {
	if e.server != nil {
		return (&house{e.server}).Connect(ctx)
	}
	return (&mcp.StreamableClientTransport{Endpoint: e.endpoint}).Connect(ctx)
}

// ADKOne is unsafe: some are remote.
func ADKOne(t *either) (tool.Toolset, error) {
	return mcptoolset.New(mcptoolset.Config{Transport: t}) // want `tools/call.*can run again`
}

// ADKNew is unsafe: so may this one be.
func ADKNew(endpoint string) (tool.Toolset, error) {
	return mcptoolset.New(mcptoolset.Config{Transport: &either{endpoint: endpoint}}) // want `tools/call.*can run again`
}
