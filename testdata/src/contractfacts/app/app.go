// Package app uses the contracts of lib.
package app

import (
	"context"

	"cases/contractfacts/lib"
)

//mcplint:read "docs" // want `this read contract on "pay" has no effect: cases/contractfacts/lib/lib.go:14 says write, and write wins`
const pay = "pay"

//mcplint:write // want `this write contract on "from_settings" contradicts -read=from_settings, which says read`
const fromSettings = "from_settings"

//mcplint:read "docs" // want `this read contract on "w_x" has no effect: -write=w_\* says write`
const wX = "w_x"

//mcplint:dedupes key=key window=1h "docs" // want `this contract \(dedupes key=arguments.key window=1h0m0s\) disagrees with that at cases/contractfacts/lib/lib.go:15`
const book = "book"

// Outside is named by -calls.
type Outside interface {
	Call(ctx context.Context, name string, args any) error
}

// Impl is named by -calls as Go prints it.
type Impl struct{}

// Call calls a tool.
func (*Impl) Call(name string) error { return nil }

func ask(string)    {}
func askVia(string) {}

func use(ctx context.Context, c lib.Client, o Outside, i *Impl, l *lib.List[string]) {
	ask("get")                 // want `get is read`
	ask("pay")                 // want `pay is write`
	ask("book")                // want `book is unstated \[dedupes key=arguments.key window=1h0m0s dedupes key=arguments.key window=24h0m0s scope=account\]`
	ask("list_x")              // want `list_x is unstated`
	askVia("list_x")           // want `list_x is read`
	ask("from_settings")       // want `from_settings is write`
	ask("w_y")                 // want `w_y is write`
	lib.Refund(ctx)            // want `contract\(write; dedupes key=meta:k\)`
	c.Do(ctx, "", nil)         // want `contract\(calls name=1 args=2\)`
	c.Look(ctx)                // want `contract\(read\)`
	lib.Generic("x")           // want `contract\(confirms\)`
	l.Reload()                 // want `contract\(rederives\)`
	lib.NotExecuted(ctx.Err()) // want `contract\(noeffect\)`
	lib.Outcome()              // want `contract\(reconciles\)`
	o.Call(ctx, "", nil)       // want `contract\(calls name=1 args=2\)`
	i.Call("")                 // want `contract\(calls name=0 args=none\)`
}
