// This file tells what a call calls, and with what.

package ssaval

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Callee returns the declared function or interface method that a call names,
// that of a generic type or function as it is declared; nil for a func value,
// a function literal and a builtin.
func Callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	if fn := c.StaticCallee(); fn != nil {
		return Object(fn)
	}
	return nil
}

// Static returns the function that a call runs where that needs no more than
// a look at the call: a declared function, generic ones as they are declared,
// or a function literal that is called where it stands. It is nil for
// interface methods and func values.
func Static(c *ssa.CallCommon) *ssa.Function {
	if fn := c.StaticCallee(); fn != nil {
		return Declared(fn)
	}
	return nil
}

// Declared returns the generic function that fn is an instance of, or fn. The
// body of an instance leads to that of the generic function and no more.
func Declared(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// Object returns the declared function that fn is, instantiates or wraps; nil
// for a function literal.
func Object(fn *ssa.Function) *types.Func {
	if obj, ok := Declared(fn).Object().(*types.Func); ok {
		return obj.Origin()
	}
	return nil
}

// Root returns the declared function that fn is a literal in, or fn.
func Root(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// Literal returns the function that a func value is at first sight: a
// declared one by its name, or a function literal, with what it captures or
// without.
func Literal(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.Function:
		return x
	case *ssa.MakeClosure:
		return x.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return Literal(x.X)
	}
	return nil
}

// Receiver returns the receiver of a call of a method; nil for other calls.
func Receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// Argument returns argument i of a call, the receiver not counted; nil if
// there is none.
func Argument(c *ssa.CallCommon, i int) ssa.Value {
	args := c.Args
	if !c.IsInvoke() && c.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	if i < 0 || i >= len(args) {
		return nil
	}
	return args[i]
}

// Operands returns the arguments of a call, the receiver first.
func Operands(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}
