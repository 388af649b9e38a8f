// Package lib is a package of contracts for others.
//
//mcplint:read tool=list_* "docs"
package lib

import (
	"context"
	"errors"
)

// Tools of the server.
const (
	Get  = "get"  //mcplint:read "docs"
	Pay  = "pay"  //mcplint:write
	Book = "book" //mcplint:dedupes key=key window=24h scope=account "docs"
)

//mcplint:write
const _ = "blank"

// Client calls tools.
type Client interface {
	//mcplint:calls name=1 args=2
	Do(ctx context.Context, name string, args any) error

	//mcplint:read "docs"
	Look(ctx context.Context) error
}

// Refund pays back.
//
//mcplint:write
//mcplint:dedupes key=meta:k "docs"
func Refund(ctx context.Context) error { return nil }

// Generic is declared once for all instances.
//
//mcplint:confirms
func Generic[T any](T) bool { return true }

// List is generic.
type List[T any] struct{}

// Reload is a method of a generic type.
//
//mcplint:rederives
func (*List[T]) Reload() {}

// NotExecuted says so.
//
//mcplint:noeffect "docs"
func NotExecuted(err error) bool { return errors.Is(err, ErrRefused) }

// ErrRefused says that nothing was done.
//
//mcplint:noeffect "docs"
var ErrRefused = errors.New("refused")

// Outcome asks for the outcome.
//
//mcplint:reconciles "docs"
func Outcome() (string, error) { return "", nil }

//mcplint:eventorder "docs"
func before(a, b string) bool { return a < b }

func ask(string) {}

func own(ctx context.Context, c Client, l *List[int]) {
	ask("get")        // want `get is read \[\]`
	ask("pay")        // want `pay is write \[\]`
	ask("book")       // want `book is unstated \[dedupes key=arguments.key window=24h0m0s scope=account\]`
	ask("blank")      // want `blank is write`
	ask("list_x")     // want `list_x is read`
	c.Look(ctx)       // want `contract\(read\)`
	l.Reload()        // want `contract\(rederives\)`
	before("a", "b")  // want `contract\(eventorder\)`
	Generic(1)        // want `contract\(confirms\)`
	c.Do(ctx, "", "") // want `contract\(calls name=1 args=2\)`
}
