// Package codes recognises the errors of a modern server in many ways.
package codes

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	codeHeader       = -32020
	codeCapability   = -32021
	codeVersion      = -32022
	codeUnknown      = -32601
	codeInvalidQuery = -32600
)

type rpcError struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
	Data    *struct {
		Versions []string `json:"supported"`
	} `json:"data,omitempty"`
}

func (e *rpcError) Error() string { return e.Message }

type peer interface {
	Request(ctx context.Context, method string, params, result any) error
}

type client struct {
	peer peer
	era  string
}

func (c *client) handshake(ctx context.Context, version string) error {
	return c.peer.Request(ctx, "initialize", map[string]any{"protocolVersion": version}, nil)
}

// either has a condition with two codes.
func (c *client) either(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if errors.As(err, &e) && (e.Code == codeVersion || e.Code == codeHeader) {
		return c.handshake(ctx, "2025-11-25") // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}

// neither has the same condition, and returns.
func (c *client) neither(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if errors.As(err, &e) && (e.Code == codeVersion || e.Code == codeHeader || e.Code == codeCapability) {
		return err
	}
	if err != nil {
		return c.handshake(ctx, "2025-11-25")
	}
	return nil
}

// switched has a switch.
func (c *client) switched(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case codeHeader, codeCapability, codeVersion:
		return c.handshake(ctx, "2025-11-25") // want `initialize follows an error that only a 2026-07-28 server gives`
	default:
		return err
	}
}

// switchedRight falls back in the other branch.
func (c *client) switchedRight(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if !errors.As(err, &e) {
		return c.handshake(ctx, "2025-11-25")
	}
	switch e.Code {
	case codeHeader, codeCapability, codeVersion:
		return err
	default:
		return c.handshake(ctx, "2025-11-25")
	}
}

func modern(err error) bool {
	var e *rpcError
	if !errors.As(err, &e) {
		return false
	}
	return e.Code <= -32020 && e.Code >= -32099
}

// predicate asks a function.
func (c *client) predicate(ctx context.Context) error {
	if err := c.peer.Request(ctx, "server/discover", nil, nil); modern(err) {
		return c.handshake(ctx, "2025-06-18") // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return nil
}

// predicateRight asks it the right way round.
func (c *client) predicateRight(ctx context.Context) error {
	if err := c.peer.Request(ctx, "server/discover", nil, nil); err != nil && !modern(err) {
		return c.handshake(ctx, "2025-06-18")
	}
	return nil
}

var modernCodes = map[int64]bool{codeHeader: true, codeCapability: true, codeVersion: true}

// mapped looks the code up.
func (c *client) mapped(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if errors.As(err, &e) && modernCodes[e.Code] {
		return c.handshake(ctx, "2025-11-25") // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}

// mappedRight returns what it finds.
func (c *client) mappedRight(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if errors.As(err, &e) && modernCodes[e.Code] {
		return err
	}
	return c.handshake(ctx, "2025-11-25")
}

var refusals = []int64{codeVersion, codeCapability}

// listed looks in a list.
func (c *client) listed(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if errors.As(err, &e) && slices.Contains(refusals, e.Code) {
		return c.handshake(ctx, "2025-11-25") // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}

var errVersion = errors.New("the server does not speak this version")

func (c *client) discover(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if errors.As(err, &e) && e.Code == codeVersion {
		return errVersion
	}
	return err
}

// sentinel looks for an error that is made of the code.
func (c *client) sentinel(ctx context.Context) error {
	err := c.discover(ctx)
	if errors.Is(err, errVersion) {
		return c.handshake(ctx, "2025-11-25") // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}

// sentinelRight falls back after other errors.
func (c *client) sentinelRight(ctx context.Context) error {
	switch err := c.discover(ctx); {
	case err == nil, errors.Is(err, errVersion):
		return err
	default:
		return c.handshake(ctx, "2025-11-25")
	}
}

// sdkCode has the code of an SDK.
func (c *client) sdkCode(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if errors.As(err, &e) && e.Code == mcp.CodeUnsupportedProtocolVersion {
		return c.handshake(ctx, "2025-11-25") // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}

// chosen looks at what the server supports; the field has another name here.
func (c *client) chosen(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	if errors.As(err, &e) && e.Code == codeVersion && e.Data != nil && slices.Contains(e.Data.Versions, "2025-11-25") {
		return c.handshake(ctx, "2025-11-25")
	}
	return err
}

// byText looks for one code in the text of the error.
func (c *client) byText(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	if err != nil && strings.Contains(strings.ToLower(err.Error()), "method not found") {
		return c.handshake(ctx, "2025-11-25") // want `the fall-back to initialize is keyed to one error code`
	}
	return err
}

// notFound has a function for the one code.
func notFound(err error) bool {
	var e *rpcError
	return errors.As(err, &e) && e.Code == codeUnknown
}

// byPredicate asks it.
func (c *client) byPredicate(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	if notFound(err) {
		return c.handshake(ctx, "2025-11-25") // want `the fall-back to initialize is keyed to one error code`
	}
	return err
}

// bySeveral falls back after several codes, and after a timeout.
func (c *client) bySeveral(ctx context.Context) error {
	err := c.peer.Request(ctx, "server/discover", nil, nil)
	var e *rpcError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return c.handshake(ctx, "2025-11-25")
	case errors.As(err, &e) && (e.Code == codeUnknown || e.Code == codeInvalidQuery):
		return c.handshake(ctx, "2025-11-25")
	}
	return err
}

// remembered falls back to the era that it has seen before.
func (c *client) remembered(ctx context.Context) error {
	if c.era == "legacy" {
		return c.handshake(ctx, "2025-11-25")
	}
	return c.peer.Request(ctx, "server/discover", nil, nil)
}
