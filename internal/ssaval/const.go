// This file reads constants.

package ssaval

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"
)

// Plain takes the conversions off a value.
func Plain(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
			return v
		}
	}
}

// Inside returns what is in an interface. Unlike [Plain] it keeps conversions
// that make another value of it.
func Inside(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}

// Text returns the constant string that v is, conversions (to bytes, to a
// named type, to an interface) apart.
func Text(v ssa.Value) (string, bool) { return String(Plain(v)) }

// String returns the constant string that v itself is: [Text] sees through
// conversions, too.
func String(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// IsNil reports whether v is the constant nil, or the zero value of a type
// that has no constants: of a struct, an array or a type parameter.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// IsEmpty reports whether v is a constant that stands for nothing: nil, "" or
// 0. False is none.
func IsEmpty(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	return c.Value == nil || c.Value.ExactString() == `""` || c.Value.ExactString() == "0"
}

// Int returns the constant integer that v is, conversions apart.
func Int(v ssa.Value) (int64, bool) {
	c, ok := Plain(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

// Number returns the constant integer that v itself is; a bool counts as 0 or
// 1.
func Number(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	if c.Value.Kind() == constant.Bool {
		if constant.BoolVal(c.Value) {
			return 1, true
		}
		return 0, true
	}
	return constant.Int64Val(constant.ToInt(c.Value))
}
