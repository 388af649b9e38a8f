// Package stock calls tools behind a gateway, which puts something before their
// names. What the names are computed of says whether they read: it is silent on
// reads, as it is on constant names, and the twins, whose names may say more
// than a verb of reading, are reported.
package stock

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

const (
	toolItem  = "items_get"
	toolItems = "list_items"
	toolBook  = "book_item"
)

// Shelf knows one shelf by the prefix of its tools.
type Shelf struct {
	c      *client.Client
	prefix string
	room   string
}

func (s *Shelf) name(tool string) string {
	switch {
	case s.prefix != "":
		return s.prefix + tool
	case s.room == "":
		return tool
	}
	return s.room + "__" + tool
}

// read repeats after any failure: both that call it read.
func (s *Shelf) read(ctx context.Context, tool string, args map[string]any) (*mcp.CallToolResult, error) {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: tool, Arguments: args}}
	res, err := s.c.CallTool(ctx, req)
	if err != nil {
		return s.c.CallTool(ctx, req)
	}
	return res, nil
}

// Item gets one item.
func (s *Shelf) Item(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	return s.read(ctx, s.name(toolItem), map[string]any{"id": id})
}

// Items lists them.
func (s *Shelf) Items(ctx context.Context) (*mcp.CallToolResult, error) {
	return s.read(ctx, s.name(toolItems), nil)
}

// change repeats, too, and one of those that call it books.
func (s *Shelf) change(ctx context.Context, tool string, args map[string]any) (res *mcp.CallToolResult, err error) {
	for range 3 {
		req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: tool, Arguments: args}}
		if res, err = s.c.CallTool(ctx, req); err == nil { // want `tools/call can run again: retried on any error`
			return res, nil
		}
	}
	return nil, err
}

// Look gets one item.
func (s *Shelf) Look(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	return s.change(ctx, s.name(toolItem), map[string]any{"id": id})
}

// Book books it.
func (s *Shelf) Book(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	return s.change(ctx, s.name(toolBook), map[string]any{"id": id})
}

func twice(ctx context.Context, c *client.Client, name string) error {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: name}}
	if _, err := c.CallTool(ctx, req); err == nil {
		return nil
	}
	_, err := c.CallTool(ctx, req)
	return err
}

// Kinds reads things of some kind.
func Kinds(ctx context.Context, c *client.Client, kind string) error {
	if err := twice(ctx, c, fmt.Sprintf("get_%s", kind)); err != nil {
		return err
	}
	return twice(ctx, c, strings.Join([]string{"list", kind}, "_"))
}

func again(ctx context.Context, c *client.Client, name string) error {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: name}}
	if _, err := c.CallTool(ctx, req); err == nil {
		return nil
	}
	_, err := c.CallTool(ctx, req) // want `tools/call can run again`
	return err
}

// Verbs is unsafe: what is done with the order is not known.
func Verbs(ctx context.Context, c *client.Client, verb string) error {
	return again(ctx, c, fmt.Sprintf("%s_order_status", verb))
}

var readers = map[string]string{"item": "get_item", "shelf": "list_shelf", "audit": "describe_audit"}

// Table looks the tool up in a table of reads.
func Table(ctx context.Context, c *client.Client, what string) error {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: readers[what]}}
	if _, err := c.CallTool(ctx, req); err == nil {
		return nil
	}
	_, err := c.CallTool(ctx, req)
	return err
}

var tools = map[string]string{"item": "get_item", "bin": "empty_bin"}

// Mixed is unsafe: not all tools of the table read.
func Mixed(ctx context.Context, c *client.Client, what string) error {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: tools[what]}}
	if _, err := c.CallTool(ctx, req); err == nil {
		return nil
	}
	_, err := c.CallTool(ctx, req) // want `tools/call can run again`
	return err
}

var learned = map[string]string{"item": "get_item"}

// Learn adds a tool.
func Learn(what, tool string) { learned[what] = tool }

// Learned is unsafe: any tool can get into the table.
func Learned(ctx context.Context, c *client.Client, what string) error {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: learned[what]}}
	if _, err := c.CallTool(ctx, req); err == nil {
		return nil
	}
	_, err := c.CallTool(ctx, req) // want `tools/call can run again`
	return err
}

// probe has the name of its tool from where it is made.
type probe struct {
	c    *client.Client
	tool string
}

// Probes reads two things.
func Probes(c *client.Client) []probe {
	return []probe{{c, "check_shelf"}, {c: c, tool: "get_" + "level"}}
}

func (p probe) run(ctx context.Context) error {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: p.tool}}
	if _, err := p.c.CallTool(ctx, req); err == nil {
		return nil
	}
	_, err := p.c.CallTool(ctx, req)
	return err
}

// Run runs all.
func Run(ctx context.Context, ps []probe) error {
	for _, p := range ps {
		if err := p.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

type runner interface {
	invoke(ctx context.Context, name string) error
}

type plain struct{ c *client.Client }

// invoke is unsafe: it is called as a method of an interface, too.
func (p plain) invoke(ctx context.Context, name string) error {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: name}}
	if _, err := p.c.CallTool(ctx, req); err == nil {
		return nil
	}
	_, err := p.c.CallTool(ctx, req) // want `tools/call can run again`
	return err
}

// Level reads.
func Level(ctx context.Context, c *client.Client) error { return plain{c}.invoke(ctx, "get_level") }

// Any calls whatever it is told.
func Any(ctx context.Context, r runner, name string) error { return r.invoke(ctx, name) }
