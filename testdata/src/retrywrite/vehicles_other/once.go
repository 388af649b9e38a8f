package vehicles_other

import (
	"context"
	"sync"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	gobreaker1 "github.com/sony/gobreaker"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

// Breaker is safe: a circuit breaker runs the closure once, or not at all.
func (s *Studio) Breaker(ctx context.Context, cb *gobreaker.CircuitBreaker[*mcp.CallToolResult], film string) (*mcp.CallToolResult, error) {
	return cb.Execute(func() (*mcp.CallToolResult, error) {
		return s.session.CallTool(ctx, &mcp.CallToolParams{Name: "start_render", Arguments: map[string]any{"film": film}})
	})
}

// BreakerV1 is safe: the same with the first version.
func (s *Studio) BreakerV1(ctx context.Context, cb *gobreaker1.CircuitBreaker, film string) error {
	_, err := cb.Execute(func() (any, error) { return nil, s.render(ctx, film) })
	return err
}

// BreakerTwice is unsafe: the repetition around the breaker is the caller's
// own.
func (s *Studio) BreakerTwice(ctx context.Context, cb *gobreaker.CircuitBreaker[*mcp.CallToolResult], film string) (res *mcp.CallToolResult, err error) {
	call := func() (*mcp.CallToolResult, error) {
		return s.session.CallTool(ctx, &mcp.CallToolParams{Name: "start_render", Arguments: map[string]any{"film": film}})
	}
	for n := 0; n < 2; n++ {
		if res, err = cb.Execute(call); err == nil { // want `tools/call "start_render".*can run again`
			break
		}
	}
	return res, err
}

// Hystrix is safe: the fallback does something else.
func (s *Studio) Hystrix(ctx context.Context, film string) error {
	return hystrix.Do("render", func() error { return s.render(ctx, film) }, func(error) error {
		_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "queue_render", Arguments: map[string]any{"film": film}})
		return err
	})
}

var flight singleflight.Group

// Flight is safe: one call for all who wait.
func (s *Studio) Flight(ctx context.Context, film string) error {
	_, err, _ := flight.Do(film, func() (any, error) { return nil, s.render(ctx, film) })
	return err
}

// Group is safe: the group runs each closure once, and each for another film.
func (s *Studio) Group(ctx context.Context, films []string) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for _, film := range films {
		g.Go(func() error { return s.render(ctx, film) })
	}
	return g.Wait()
}

// GroupRetry is unsafe: each closure of the group has a loop of its own.
func (s *Studio) GroupRetry(ctx context.Context, films []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, film := range films {
		g.Go(func() (err error) {
			for range 3 {
				if err = s.render(ctx, film); err == nil { // want `tools/call "start_render".*can run again`
					return nil
				}
			}
			return err
		})
	}
	return g.Wait()
}

// Opening is safe: once.
type Opening struct {
	once sync.Once
	err  error
}

// Open calls the tool in a sync.Once.
func (o *Opening) Open(ctx context.Context, s *Studio, film string) error {
	o.once.Do(func() { o.err = s.render(ctx, film) })
	return o.err
}

// Fanned is safe: a WaitGroup and one goroutine per film.
func (s *Studio) Fanned(ctx context.Context, films []string) []error {
	errs := make([]error, len(films))
	var wg sync.WaitGroup
	for i, film := range films {
		wg.Go(func() { errs[i] = s.render(ctx, film) })
	}
	wg.Wait()
	return errs
}
