// Package middleware holds sending middleware of the official SDK.
package middleware

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Retry is unsafe: every method is sent again, tools/call too.
func Retry(attempts int) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
			for range attempts {
				if res, err = next(ctx, method, req); err == nil { // want `tools/call.*can run again.*any error`
					return res, nil
				}
				time.Sleep(100 * time.Millisecond)
			}
			return nil, err
		}
	}
}

// RetryOthers is safe: tools/call leaves before the loop.
func RetryOthers(attempts int) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
			if method == "tools/call" {
				return next(ctx, method, req)
			}
			for range attempts {
				if res, err = next(ctx, method, req); err == nil {
					return res, nil
				}
				time.Sleep(100 * time.Millisecond)
			}
			return nil, err
		}
	}
}

var repeatable = []string{"tools/list", "prompts/list", "resources/list", "resources/read", "ping"}

// RetryListed is safe: only methods that read are repeated.
func RetryListed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil && slices.Contains(repeatable, method) {
			return next(ctx, method, req)
		}
		return res, err
	}
}

// RetrySwitch is safe: a switch over the method.
func RetrySwitch(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err == nil {
			return res, nil
		}
		switch method {
		case "tools/list", "resources/list":
			return next(ctx, method, req)
		default:
			return nil, err
		}
	}
}

// Reconnect is unsafe: an ended stream leads to the second call, whatever the
// method is.
func Reconnect(redial func(context.Context) error) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if errors.Is(err, io.EOF) {
				if err := redial(ctx); err != nil {
					return nil, err
				}
				return next(ctx, method, req) // want `tools/call.*can run again.*io\.EOF`
			}
			return res, err
		}
	}
}

// Logged is safe: it calls next once.
func Logged(log *slog.Logger) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			log.DebugContext(ctx, method, "err", err)
			return res, err
		}
	}
}

// Backoff is unsafe: next is handed to a retry library.
func Backoff(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		return backoff.Retry(ctx, func() (mcp.Result, error) { // want `tools/call.*can run again`
			return next(ctx, method, req)
		}, backoff.WithMaxTries(3))
	}
}

// Rounds is safe: the result asks for input, and the next round brings it.
func Rounds(answer func(context.Context, *mcp.CallToolResult) (mcp.InputResponseMap, error)) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			for {
				res, err := next(ctx, method, req)
				if err != nil {
					return nil, err
				}
				call, ok := res.(*mcp.CallToolResult)
				if !ok || !call.NeedsInput() {
					return res, nil
				}
				params, ok := req.GetParams().(*mcp.CallToolParams)
				if !ok {
					return res, nil
				}
				if params.InputResponses, err = answer(ctx, call); err != nil {
					return nil, err
				}
				params.RequestState = call.RequestState
			}
		}
	}
}

// Install plugs them in.
func Install(c *mcp.Client, log *slog.Logger) {
	c.AddSendingMiddleware(Logged(log), Retry(3), RetryOthers(3), RetryListed, RetrySwitch, Backoff)
}
