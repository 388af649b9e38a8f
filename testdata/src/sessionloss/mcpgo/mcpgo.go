// Package mcpgo opens transports of mcp-go again when a session is gone. What
// the SDK sends in between is out of sight: it forgets the id by itself.
package mcpgo

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

type shop struct {
	url, session string
	c            *client.Client
}

func (s *shop) list(ctx context.Context) (*mcp.ListToolsResult, error) {
	return s.c.ListTools(ctx, mcp.ListToolsRequest{})
}

// resumed takes the old id along.
func (s *shop) resumed(ctx context.Context) error {
	_, err := s.list(ctx)
	if errors.Is(err, transport.ErrSessionTerminated) {
		t, err := transport.NewStreamableHTTP(s.url, transport.WithSession(s.session)) // want `a request is sent again with the session id that a 404 has ended`
		if err != nil {
			return err
		}
		s.c = client.NewClient(t, client.WithSession())
		_, err = s.list(ctx)
		return err
	}
	return err
}

// started opens another session.
func (s *shop) started(ctx context.Context) error {
	_, err := s.list(ctx)
	if errors.Is(err, transport.ErrSessionTerminated) {
		t, err := transport.NewStreamableHTTP(s.url)
		if err != nil {
			return err
		}
		s.c = client.NewClient(t)
		_, err = s.c.Initialize(ctx, mcp.InitializeRequest{})
		return err
	}
	return err
}

// attached takes up a session that was lost for another reason.
func (s *shop) attached(ctx context.Context) error {
	_, err := s.list(ctx)
	if errors.Is(err, transport.ErrTransportClosed) {
		t, err := transport.NewStreamableHTTP(s.url, transport.WithSession(s.session))
		if err != nil {
			return err
		}
		s.c = client.NewClient(t, client.WithSession())
		_, err = s.list(ctx)
		return err
	}
	return err
}
