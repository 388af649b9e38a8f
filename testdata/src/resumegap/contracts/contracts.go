// Package contracts has evidence that only contracts show.
package contracts

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mcprecovery/mcplint/recovery"
)

type catalog interface {
	// Reload asks another service, which asks the server.
	//
	//mcplint:rederives
	Reload(ctx context.Context) error
	Touch(ctx context.Context) error
}

type holder struct {
	c     *client.Client
	cat   catalog
	tools []mcp.Tool
}

func (h *holder) load(ctx context.Context) error {
	res, err := h.c.ListTools(ctx, mcp.ListToolsRequest{})
	if err == nil {
		h.tools = res.Tools
	}
	return err
}

func (h *holder) list() []mcp.Tool { return h.tools }

func (h *holder) reloads(ctx context.Context) error {
	if err := h.c.Ping(ctx); err != nil {
		if _, err := h.c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
			return err
		}
		return h.cat.Reload(ctx)
	}
	return nil
}

func (h *holder) touches(ctx context.Context) error {
	if err := h.c.Ping(ctx); err != nil {
		if _, err := h.c.Initialize(ctx, mcp.InitializeRequest{}); err != nil { // want `the session is opened again`
			return err
		}
		return h.cat.Touch(ctx)
	}
	return nil
}

// follows says whether b is the event after a.
//
//mcplint:eventorder "ids of this server are consecutive numbers, https://example.com/docs/events"
func follows(a, b string) bool {
	x, err1 := strconv.Atoi(a)
	y, err2 := strconv.Atoi(b)
	return err1 == nil && err2 == nil && y == x+1
}

// same proves nothing.
func same(a, b string) bool { return a == b }

var errGap = errors.New("events were lost")

type listener struct {
	url, session, last string
	tools              map[string]string
}

func (l *listener) describe(name string) string { return l.tools[name] }

func (l *listener) load(ctx context.Context, c *client.Client) error {
	res, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return err
	}
	for _, t := range res.Tools {
		l.tools[t.Name] = t.Description
	}
	return nil
}

func (l *listener) get(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", l.session)
	req.Header.Set("Last-Event-ID", l.last)
	return http.DefaultClient.Do(req)
}

// checked ends when the first event is not the next one.
func (l *listener) checked(ctx context.Context, out chan<- string) error {
	for {
		resp, err := l.get(ctx)
		if err != nil {
			return err
		}
		first := true
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				if first && !follows(l.last, id) {
					resp.Body.Close()
					return errGap
				}
				first, l.last = false, id
			}
			if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				out <- data
			}
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// compared only looks for the same id.
func (l *listener) compared(ctx context.Context, out chan<- string) error {
	for {
		resp, err := l.get(ctx) // want `the stream is resumed and tools`
		if err != nil {
			return err
		}
		first := true
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				if first && same(l.last, id) {
					continue
				}
				first, l.last = false, id
			}
			if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				out <- data
			}
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// validated asks package recovery.
func (l *listener) validated(ctx context.Context, out chan<- string) error {
	for {
		resp, err := l.get(ctx)
		if err != nil {
			return err
		}
		first := true
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				if first {
					gap := recovery.ValidateResumption(recovery.Resumption{SessionID: l.session, Presented: l.last, Seen: true, First: id, Successor: follows})
					if gap != nil {
						resp.Body.Close()
						return gap
					}
				}
				first, l.last = false, id
			}
			if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				out <- data
			}
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}
