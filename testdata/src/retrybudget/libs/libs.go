// Package libs hands safe requests to retry libraries.
package libs

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Default is safe: the library waits longer each time, and gives up.
func Default(ctx context.Context, s *mcp.ClientSession) (res *mcp.ListToolsResult, err error) {
	err = backoff.Retry(func() (err error) {
		res, err = s.ListTools(ctx, nil)
		return err
	}, backoff.NewExponentialBackOff())
	return res, err
}

// Never gives up.
func Never(ctx context.Context, s *mcp.ClientSession) (res *mcp.ListToolsResult, err error) {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	err = backoff.Retry(func() (err error) { // want `tools/list is sent again after every failure without an end \(MaxElapsedTime\)`
		res, err = s.ListTools(ctx, nil)
		return err
	}, b)
	return res, err
}

// UntilDone ends with the context, and is safe.
func UntilDone(ctx context.Context, s *mcp.ClientSession) (res *mcp.ListToolsResult, err error) {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	err = backoff.Retry(func() (err error) {
		res, err = s.ListTools(ctx, nil)
		return err
	}, backoff.WithContext(b, ctx))
	return res, err
}

// Zero does not wait.
func Zero(ctx context.Context, s *mcp.ClientSession) (res *mcp.ListToolsResult, err error) {
	err = backoff.Retry(func() (err error) { // want `tools/list is sent again at once after every failure \(no delay\)`
		res, err = s.ListTools(ctx, nil)
		return err
	}, &backoff.ZeroBackOff{})
	return res, err
}

// Background goes on in a context that never ends.
func Background(s *mcp.ClientSession) (*mcp.ListToolsResult, error) {
	return backoff5.Retry(context.Background(), func() (*mcp.ListToolsResult, error) { // want `tools/list is sent again after every failure without an end`
		return s.ListTools(context.Background(), nil)
	}, backoff5.WithMaxElapsedTime(0))
}

// Bounded is safe.
func Bounded(ctx context.Context, s *mcp.ClientSession) (*mcp.ListToolsResult, error) {
	return backoff5.Retry(ctx, func() (*mcp.ListToolsResult, error) {
		return s.ListTools(ctx, nil)
	}, backoff5.WithMaxElapsedTime(0))
}

// Attempts is for ever.
func Attempts(s *mcp.ClientSession) error {
	return retry.Do(func() error { // want `ping is sent again after every failure without an end \(Attempts\(0\)\)`
		return s.Ping(context.Background(), nil)
	}, retry.Attempts(0), retry.Delay(time.Second))
}

// Read reads with a tool, without a wait.
func Read(ctx context.Context, s *mcp.ClientSession) (res *mcp.CallToolResult, err error) {
	err = backoff.Retry(func() (err error) { // want `tools/call "get_weather" is sent again at once after every failure`
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "get_weather"})
		return err
	}, &backoff.ZeroBackOff{})
	return res, err
}
