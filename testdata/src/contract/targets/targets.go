// Package targets holds directives on declarations of the right and of the
// wrong kind.
package targets

import (
	"context"
	"errors"
)

//mcplint:read "docs" // want `//mcplint:read belongs on a constant or variable that names a tool, a function that calls it, or a package clause; size is not a string`
const size = 3

//mcplint:write // want `//mcplint:write belongs on .*; list is not a string`
var list = []string{"a", "b"}

//mcplint:read "docs" // want `//mcplint:read belongs on .*; here it stands on a type`
type client struct {
	call func(ctx context.Context, name string) error //mcplint:write // want `here it stands on a struct field`
}

//mcplint:read "docs" // want `here it stands on no declaration`

var apart = "apart"

func body() {
	//mcplint:write // want `here it stands on no declaration`
	name := "short"
	_ = name

	//mcplint:write
	const local = "local"
	var other = "other" //mcplint:write
	_ = other
}

// Groups: above the group for all of it, above or behind one line for that.

//mcplint:read "docs"
const (
	get   = "get"
	list2 = "list"
)

const (
	//mcplint:write
	pay  = "pay"
	see  = "see"    //mcplint:read "docs"
	x, y = "x", "y" //mcplint:write
)

//mcplint:read "docs" // want `n is not a string`
const (
	m = "m"
	n = 1
)

type name string

//mcplint:read "docs"
const typed name = "typed"

//mcplint:write
const _ = "of_another_package"

// Functions.

//mcplint:noeffect "docs"
func refused(err error) bool { return err != nil }

//mcplint:noeffect "docs"
func missing(ctx context.Context, key string) (bool, error) { return false, nil }

//mcplint:noeffect "docs"
var errRefused = errors.New("refused")

//mcplint:noeffect "docs" // want `//mcplint:noeffect belongs on a function that returns bool or a sentinel error variable; status does not`
func status() string { return "" }

//mcplint:noeffect "docs" // want `reason is not an error`
var reason = "reason"

//mcplint:noeffect "docs" // want `//mcplint:noeffect belongs on .*; here it stands on a constant`
const code = "code"

//mcplint:reconciles "docs"
func outcome(ctx context.Context, key string) (string, error) { return "", nil }

//mcplint:reconciles "docs" // want `settle has no result beside an error that could be the outcome`
func settle(ctx context.Context, key string) error { return nil }

//mcplint:reconciles // want `//mcplint:reconciles lacks its evidence`
func unfounded(ctx context.Context, key string) (string, error) { return "", nil }

//mcplint:confirms
func ask(question string) bool { return false }

//mcplint:confirms // want `//mcplint:confirms belongs on a function that returns bool; tell does not`
func tell(question string) {}

//mcplint:rederives
func (c *client) refresh(ctx context.Context) error { return nil }

//mcplint:rederives // want `//mcplint:rederives belongs on a function or interface method; here it stands on a variable`
var refresh = func() {}

//mcplint:eventorder "docs"
func before(a, b string) bool { return a < b }

//mcplint:eventorder "docs"
func (n name) before(m name) bool { return n < m }

//mcplint:eventorder "docs" // want `//mcplint:eventorder belongs on a function of two event ids; after does not take two`
func after(a string) bool { return a > "" }

type params struct {
	Tool string
	Args map[string]any
	deep *params
}

type caller interface {
	//mcplint:calls name=1 args=2
	Do(ctx context.Context, tool string, args map[string]any) error

	DoAll(ctx context.Context, p *params) error //mcplint:calls name=1.Tool args=1.Args

	//mcplint:write
	Pay(ctx context.Context) error

	//mcplint:rederives // want `here it stands on an embedded interface`
	error
}

//mcplint:calls name=1.deep.Tool
func (c *client) deep(ctx context.Context, p *params) error { return nil }

//mcplint:calls name=2 // want `two has no parameter 2 \(they are counted from 0, without the receiver\)`
func (c *client) two(ctx context.Context, tool string) error { return nil }

//mcplint:calls name=1.Name // want `field has no field Name on the path 1.Name`
func field(ctx context.Context, p *params) error { return nil }

//mcplint:calls name=0 // want `context_ has no string at name=0`
func context_(ctx params, tool string) error { return nil }

//mcplint:calls args=1 // want `//mcplint:calls lacks name=`
func nameless(ctx context.Context, args map[string]any) error { return nil }

//mcplint:calls name=first // want `"first" is not the number of a parameter`
func first(tool string) error { return nil }

//mcplint:calls name=0 args=-1 // want `"-1" is not the number of a parameter`
func minus(tool string) error { return nil }

//mcplint:calls name=1
func generic[T any](ctx context.Context, tool T) error { return nil }
