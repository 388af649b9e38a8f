// Package workload starts goroutines that call tools, one for each server.
package workload

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A load makes work for servers, to see what they bear.
type load struct {
	stop      chan struct{}
	pace      <-chan struct{}
	wg        sync.WaitGroup
	most      int
	kind      func() string
	good, bad atomic.Int64
	errs      sync.Map
}

// Run starts one worker for each server: what becomes of the others is no
// matter to it.
func (l *load) Run(ctx context.Context, sessions []*mcp.ClientSession) {
	for _, s := range sessions {
		l.wg.Add(1)
		go l.work(ctx, s)
	}
	l.wg.Wait()
}

func (l *load) work(ctx context.Context, s *mcp.ClientSession) {
	defer l.wg.Done()
	n := 0
	for {
		select {
		case <-l.stop:
			return
		case <-ctx.Done():
			return
		default:
			if l.most > 0 && n >= l.most {
				return
			}
			if l.pace != nil {
				<-l.pace
			}
			l.one(ctx, s, l.kind())
			n++
		}
	}
}

func (l *load) one(ctx context.Context, s *mcp.ClientSession, kind string) {
	var err error
	switch kind {
	case "call":
		_, err = s.CallTool(ctx, &mcp.CallToolParams{
			Name: "write_note", Arguments: map[string]any{"text": fmt.Sprint(time.Now().UnixNano())},
		})
	case "read":
		_, err = s.ReadResource(ctx, &mcp.ReadResourceParams{URI: "note://1"})
	case "list":
		_, err = s.ListTools(ctx, nil)
	}
	if err != nil {
		l.bad.Add(1)
		l.count(err)
	} else {
		l.good.Add(1)
	}
}

func (l *load) count(err error) {
	if v, there := l.errs.LoadOrStore(err.Error(), int64(1)); there {
		n, _ := v.(int64)
		l.errs.Store(err.Error(), n+1)
	}
}

var errNobody = errors.New("no server has answered")

// First asks one server after the other until one has answered: those before it
// may have done the same.
func (l *load) First(ctx context.Context, sessions []*mcp.ClientSession) error {
	done := make(chan error, len(sessions))
	for _, s := range sessions {
		go func() {
			_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "write_note", Arguments: map[string]any{"text": "first"}}) // want `tools/call "write_note" can run again`
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil {
				return nil
			}
		case <-time.After(time.Second):
		}
	}
	return errNobody
}
