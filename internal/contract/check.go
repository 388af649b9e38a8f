// This file checks that a directive can speak of its declaration.

package contract

import (
	"fmt"
	"go/types"
)

// stand checks that the directive stands on a declaration of the right kind,
// and resolves it to the declared objects.
func (p *parser) stand(v *verb, dir *Directive, at place) {
	if !v.stands(at.target) {
		p.errorf(dir.Pos, dir.End, "//mcplint:%s belongs on %s; here it stands on %s", v.name, v.place, at.target)
		return
	}
	for _, name := range at.names {
		var obj types.Object
		if p.info != nil {
			obj = p.info.Defs[name]
		}
		if obj == nil {
			continue
		}
		if msg := objection(v, obj, dir); msg != "" {
			p.errorf(dir.Pos, dir.End, "//mcplint:%s belongs on %s; %s %s", v.name, v.place, name.Name, msg)
			continue
		}
		dir.Objects = append(dir.Objects, obj)
	}
}

// objection says why a directive cannot speak of obj, or nothing.
func objection(v *verb, obj types.Object, dir *Directive) string {
	fn, isFunc := obj.(*types.Func)
	if !isFunc && !v.stands(onVar) {
		return "is not a function" // in code that does not compile
	}
	switch v.name {
	case "read", "write", "dedupes":
		if !isFunc && !isString(obj.Type()) {
			return "is not a string"
		}
	case "noeffect":
		if isFunc {
			return wantBool(fn)
		}
		if !isError(obj.Type()) {
			return "is not an error"
		}
	case "confirms":
		return wantBool(fn)
	case "reconciles":
		for v := range fn.Signature().Results().Variables() {
			if !isError(v.Type()) {
				return ""
			}
		}
		return "has no result beside an error that could be the outcome"
	case "eventorder":
		n := fn.Signature().Params().Len()
		if fn.Signature().Recv() != nil {
			n++ // a method of an event id type
		}
		if n < 2 {
			return "does not take two"
		}
	case "calls":
		return checkCalls(fn, dir.Calls)
	}
	return ""
}

// wantBool objects to a function that does not return bool, alone or with an
// error.
func wantBool(fn *types.Func) string {
	res := fn.Signature().Results()
	if res.Len() > 0 && isBool(res.At(0).Type()) &&
		(res.Len() == 1 || res.Len() == 2 && isError(res.At(1).Type())) {
		return ""
	}
	return "does not"
}

func checkCalls(fn *types.Func, c Calls) string {
	name, msg := follow(fn, c.Name)
	if msg != "" {
		return msg
	}
	if !isString(name) && !types.IsInterface(name) {
		return fmt.Sprintf("has no string at name=%s", c.Name)
	}
	_, msg = follow(fn, c.Args)
	return msg
}

// follow returns the type of what the path leads to.
// Of a malformed path nothing more is said.
func follow(fn *types.Func, path Path) (types.Type, string) {
	params := fn.Signature().Params()
	if path.IsNone() {
		return types.Typ[types.Invalid], ""
	}
	if path.Param >= params.Len() {
		return nil, fmt.Sprintf("has no parameter %d (they are counted from 0, without the receiver)", path.Param)
	}
	t := params.At(path.Param).Type()
	for _, field := range path.Fields {
		obj, _, _ := types.LookupFieldOrMethod(t, true, fn.Pkg(), field)
		v, ok := obj.(*types.Var)
		if !ok {
			return nil, fmt.Sprintf("has no field %s on the path %s", field, path)
		}
		t = v.Type()
	}
	return t, ""
}

func isString(t types.Type) bool { return isBasic(t, types.IsString) }
func isBool(t types.Type) bool   { return isBasic(t, types.IsBoolean) }

func isBasic(t types.Type, info types.BasicInfo) bool {
	// The package may not compile, and then nothing can be said.
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Info()&info != 0 || b.Kind() == types.Invalid)
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func isError(t types.Type) bool {
	return types.Implements(t, errorType) || isBasic(t, 0)
}
