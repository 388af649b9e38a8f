// Package mcpgo has clients of mcp-go that reconnect.
package mcpgo

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// A Shop keeps the tools in a map.
type Shop struct {
	url   string
	mcp   *client.Client
	tools map[string]mcp.Tool
}

func (s *Shop) start(ctx context.Context) error {
	c, err := client.NewStreamableHttpClient(s.url)
	if err != nil {
		return err
	}
	if err := c.Start(ctx); err != nil {
		return err
	}
	if _, err := c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
		return err
	}
	s.mcp = c
	return nil
}

func (s *Shop) list(ctx context.Context) error {
	res, err := s.mcp.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return err
	}
	s.tools = make(map[string]mcp.Tool, len(res.Tools))
	for _, t := range res.Tools {
		s.tools[t.Name] = t
	}
	return nil
}

// Open opens.
func (s *Shop) Open(ctx context.Context) error {
	if err := s.start(ctx); err != nil {
		return err
	}
	return s.list(ctx)
}

// Known answers from the map.
func (s *Shop) Known(name string) bool {
	_, ok := s.tools[name]
	return ok
}

// Prompt reconnects when the session is gone.
func (s *Shop) Prompt(ctx context.Context, name string) (*mcp.GetPromptResult, error) {
	var req mcp.GetPromptRequest
	req.Params.Name = name
	res, err := s.mcp.GetPrompt(ctx, req)
	if errors.Is(err, transport.ErrSessionTerminated) {
		if err := s.start(ctx); err != nil { // want `the session is opened again and tools \(from tools/list\) goes on being used`
			return nil, err
		}
		return s.mcp.GetPrompt(ctx, req)
	}
	return res, err
}

// PromptListing lists the tools of the new session.
func (s *Shop) PromptListing(ctx context.Context, name string) (*mcp.GetPromptResult, error) {
	var req mcp.GetPromptRequest
	req.Params.Name = name
	res, err := s.mcp.GetPrompt(ctx, req)
	if errors.Is(err, transport.ErrSessionTerminated) {
		if err := s.Open(ctx); err != nil {
			return nil, err
		}
		return s.mcp.GetPrompt(ctx, req)
	}
	return res, err
}

// Reinitialize initializes the same client again.
func (s *Shop) Reinitialize(ctx context.Context) error {
	if err := s.mcp.Ping(ctx); err != nil {
		_, err = s.mcp.Initialize(ctx, mcp.InitializeRequest{}) // want `the session is opened again`
		return err
	}
	return nil
}

// ReinitializeAndList lists the tools, too.
func (s *Shop) ReinitializeAndList(ctx context.Context) error {
	if err := s.mcp.Ping(ctx); err != nil {
		if _, err = s.mcp.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
			return err
		}
		return s.list(ctx)
	}
	return nil
}

// Guard reconnects when the connection is lost.
func (s *Shop) Guard() {
	s.mcp.OnConnectionLost(func(err error) {
		log.Print(err)
		if err := s.start(context.Background()); err != nil { // want `the session is opened again`
			log.Print(err)
		}
	})
}

// GuardAll reads everything again.
func (s *Shop) GuardAll() {
	s.mcp.OnConnectionLost(func(err error) {
		log.Print(err)
		ctx := context.Background()
		if err := s.start(ctx); err != nil {
			log.Print(err)
			return
		}
		if err := s.list(ctx); err != nil {
			log.Print(err)
		}
	})
}

// GuardMethod has a method as the handler.
func (s *Shop) GuardMethod() { s.mcp.OnConnectionLost(s.lost) }

func (s *Shop) lost(error) {
	s.start(context.Background()) // want `the session is opened again`
}

// Loop opens a session again and again.
func (s *Shop) Loop(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.start(ctx); err != nil {
			time.Sleep(time.Second)
			continue
		}
		s.watch(ctx)
	}
}

func (s *Shop) watch(ctx context.Context) {
	for s.mcp.Ping(ctx) == nil {
		time.Sleep(10 * time.Second)
	}
}

// pkgTools is kept for the whole process.
var pkgTools []mcp.Tool

func loadAll(ctx context.Context, c *client.Client) error {
	res, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err == nil {
		pkgTools = res.Tools
	}
	return err
}

func names() []string {
	var out []string
	for _, t := range pkgTools {
		out = append(out, t.Name)
	}
	return out
}

func revive(ctx context.Context, c *client.Client) error {
	if err := c.Ping(ctx); err != nil {
		_, err = c.Initialize(ctx, mcp.InitializeRequest{}) // want `pkgTools \(from tools/list\) goes on being used`
		return err
	}
	return nil
}

func reviveAndLoad(ctx context.Context, c *client.Client) error {
	if err := c.Ping(ctx); err != nil {
		if _, err = c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
			return err
		}
		return loadAll(ctx, c)
	}
	return nil
}

// A Source is an own interface in front of the SDK.
type Source interface {
	Initialize(ctx context.Context, req mcp.InitializeRequest) (*mcp.InitializeResult, error)
	ListResources(ctx context.Context, req mcp.ListResourcesRequest) (*mcp.ListResourcesResult, error)
	Ping(ctx context.Context) error
}

// A Mirror keeps the resources of a source.
type Mirror struct {
	src       Source
	resources []mcp.Resource
}

// Sync reads the resources.
func (m *Mirror) Sync(ctx context.Context) error {
	res, err := m.src.ListResources(ctx, mcp.ListResourcesRequest{})
	if err == nil {
		m.resources = res.Resources
	}
	return err
}

// Find looks into what it has.
func (m *Mirror) Find(uri string) *mcp.Resource {
	for i := range m.resources {
		if m.resources[i].URI == uri {
			return &m.resources[i]
		}
	}
	return nil
}

// Reopen initializes again.
func (m *Mirror) Reopen(ctx context.Context) error {
	if err := m.src.Ping(ctx); err != nil {
		if _, err := m.src.Initialize(ctx, mcp.InitializeRequest{}); err != nil { // want `resources \(from resources/list\) goes on being used`
			return err
		}
	}
	return nil
}

// ReopenAndSync reads the resources again.
func (m *Mirror) ReopenAndSync(ctx context.Context) error {
	if err := m.src.Ping(ctx); err != nil {
		if _, err := m.src.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
			return err
		}
	}
	return m.Sync(ctx)
}
