// Package use holds calls whose repetition is decided by a predicate.
package use

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/retrywrite/predicates/classify"
)

// Fleet dispatches vehicles.
type Fleet struct {
	session    *mcp.ClientSession
	classifier classify.Classifier
	retryable  func(error) bool
}

func (f *Fleet) dispatch(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	return f.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "dispatch_van",
		Arguments: map[string]any{"van": van},
	})
}

// Broken is unsafe: the predicate of the other package is true for io.EOF.
func (f *Fleet) Broken(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	if classify.Broken(err) {
		return f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
	}
	return res, err
}

// Unreachable is safe: the predicate is true for a failed dial only.
func (f *Fleet) Unreachable(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	if classify.Unreachable(err) {
		return f.dispatch(ctx, van)
	}
	return res, err
}

// Temporary is unsafe: the predicate calls other predicates.
func (f *Fleet) Temporary(ctx context.Context, van string) (res *mcp.CallToolResult, err error) {
	for n := 0; n < 3; n++ {
		res, err = f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
		if !classify.Temporary(err) {
			break
		}
	}
	return res, err
}

// Final is unsafe: the same, negated.
func (f *Fleet) Final(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	for {
		res, err := f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
		if err == nil || classify.Final(err) {
			return res, err
		}
		time.Sleep(time.Second)
	}
}

// Never is safe: the predicate is always false.
func (f *Fleet) Never(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	if err != nil && classify.Never(err) {
		return f.dispatch(ctx, van)
	}
	return res, err
}

// Kind is unsafe: the class of transport errors holds everything whose
// outcome is unknown.
func (f *Fleet) Kind(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	switch classify.KindOf(err) {
	case classify.KindTransport:
		return f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
	case classify.KindAuth, classify.KindProtocol:
		return nil, err
	}
	return res, nil
}

// Opaque is unsafe: nobody knows what the classifier thinks, so every error
// may get through.
func (f *Fleet) Opaque(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	if err != nil && f.classifier.Retryable(err) {
		return f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
	}
	return res, err
}

// OpaqueFunc is unsafe: the same with a func field that is set elsewhere.
func (f *Fleet) OpaqueFunc(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	if err != nil && f.retryable != nil && f.retryable(err) {
		return f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
	}
	return res, err
}

// isGone looks for everything that an SDK reports for a lost session.
func isGone(err error) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, mcp.ErrSessionMissing) || errors.Is(err, io.ErrClosedPipe) {
		return true
	}
	msg := err.Error()
	return strings.Contains(msg, "session not found") || strings.Contains(msg, "connection closed")
}

// Gone is unsafe: the session may be gone with the answer.
func (f *Fleet) Gone(ctx context.Context, van string, renew func() error) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	if !isGone(err) {
		return res, err
	}
	if err := renew(); err != nil {
		return nil, err
	}
	return f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
}

// notStarted looks for errors that come before the tool.
func notStarted(err error) bool {
	var je *jsonrpc.Error
	if errors.As(err, &je) {
		switch je.Code {
		case jsonrpc.CodeInvalidRequest, jsonrpc.CodeMethodNotFound, mcp.CodeURLElicitationRequired:
			return true
		default:
			return false
		}
	}
	return errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, syscall.ECONNREFUSED)
}

// NotStarted is safe: the predicate is true for what never ran.
func (f *Fleet) NotStarted(ctx context.Context, van string, renew func() error) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	if !notStarted(err) {
		return res, err
	}
	if err := renew(); err != nil {
		return nil, err
	}
	return f.dispatch(ctx, van)
}

// verdict says what to do about an error, and why.
func verdict(err error) (again bool, why string) {
	switch {
	case err == nil:
		return false, "done"
	case errors.Is(err, context.DeadlineExceeded):
		return true, "too slow"
	}
	return false, err.Error()
}

// Verdict is unsafe: the predicate has two results.
func (f *Fleet) Verdict(ctx context.Context, van string) (*mcp.CallToolResult, string) {
	res, err := f.dispatch(ctx, van)
	again, why := verdict(err)
	if again {
		res, err = f.dispatch(context.WithoutCancel(ctx), van) // want `tools/call "dispatch_van".*can run again.*DeadlineExceeded`
		_, why = verdict(err)
	}
	return res, why
}

// netErr is an interface that errors may have.
type netErr interface {
	Timeout() bool
}

// Method is unsafe: a method of the error decides.
func (f *Fleet) Method(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	if te, ok := err.(netErr); ok && te.Timeout() {
		return f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
	}
	return res, err
}

// TypeSwitch is unsafe in one of its cases only.
func (f *Fleet) TypeSwitch(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	switch e := err.(type) {
	case nil:
		return res, nil
	case *net.OpError:
		if e.Op == "dial" {
			return f.dispatch(ctx, van)
		}
	case net.Error:
		return f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
	}
	return nil, err
}

// Table is unsafe: the sentinels stand in a slice.
func (f *Fleet) Table(ctx context.Context, van string) (*mcp.CallToolResult, error) {
	res, err := f.dispatch(ctx, van)
	for _, target := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, target) {
			return f.dispatch(ctx, van) // want `tools/call "dispatch_van".*can run again`
		}
	}
	return res, err
}
