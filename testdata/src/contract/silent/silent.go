// Package silent holds directives that are all right, one of every kind and
// place.
//
//mcplint:read tool=describe_* "docs/tools.md#describe"
package silent

import (
	"context"
	"errors"

	"cases/contract/names"
)

// Search is a read.
//
//mcplint:read "docs/tools.md#search"
const Search = "search"

// Transfer is a write with a key.
//
//mcplint:write
//mcplint:dedupes key=arguments.transfer.key window=72h scope=account "docs/tools.md#transfer"
const Transfer = "transfer"

// Tool is chosen at run time.
var Tool = names.Get //mcplint:read "all tools of this server are reads"

// ErrRefused is returned before anything is done.
//
//mcplint:noeffect "server/refund.go checks the balance first"
var ErrRefused = errors.New("refused")

// Client is a client.
type Client interface {
	// Refund pays back.
	//
	//mcplint:write
	//mcplint:dedupes key=meta:request "docs/tools.md#refund"
	Refund(ctx context.Context, id string) error

	Call(ctx context.Context, name string, args any) error //mcplint:calls name=1 args=2
}

// Status asks for the outcome.
//
//mcplint:reconciles "the server keeps every request for a year"
func Status(ctx context.Context, id string) (string, error) { return "", ctx.Err() }

// Ask asks a person.
//
//mcplint:confirms
func Ask(ctx context.Context) (bool, error) { return false, ctx.Err() }

// Reload lists everything again.
//
//mcplint:rederives
func Reload(ctx context.Context) error { return ctx.Err() }

// Newer compares two event ids.
//
//mcplint:eventorder "docs/events.md"
func Newer(a, b string) bool { return a > b }
