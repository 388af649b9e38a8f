package effect

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"
)

// TestFacts sends every kind of fact, with all its fields set, through gob as
// drivers do. Maps are encoded in any order, so that there may be none.
func TestFacts(t *testing.T) {
	if len(Analyzer.FactTypes) == 0 {
		t.Fatal("the analyzer has no facts")
	}
	for _, f := range Analyzer.FactTypes {
		typ := reflect.TypeOf(f).Elem()
		t.Run(typ.Name(), func(t *testing.T) {
			noMaps(t, typ, make(map[reflect.Type]bool))
			in := reflect.New(typ)
			fill(in.Elem(), 0)
			first := encode(t, in)
			out := reflect.New(typ)
			if err := gob.NewDecoder(bytes.NewReader(first)).DecodeValue(out); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(exported(in.Elem()), exported(out.Elem())) {
				t.Errorf("it comes back as\n%+v, not\n%+v", out.Elem(), in.Elem())
			}
			if !bytes.Equal(first, encode(t, out)) {
				t.Error("what came back is encoded differently")
			}
		})
	}
}

func encode(t *testing.T, v reflect.Value) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).EncodeValue(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// maxFill bounds how deep recursive types are filled.
const maxFill = 4

// fill sets every exported field below v.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(3 + depth))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(3 + depth))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1.5)
	case reflect.String:
		v.SetString("text")
	case reflect.Slice:
		if depth < maxFill {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			fill(v.Index(0), depth+1)
			fill(v.Index(1), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Pointer:
		if depth < maxFill {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), depth+1)
			}
		}
	}
}

// exported is what gob sends of a value: its exported fields.
func exported(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return exported(v.Elem())
	case reflect.Slice, reflect.Array:
		var out []any
		for i := range v.Len() {
			out = append(out, exported(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := make(map[string]any)
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				out[f.Name] = exported(v.Field(i))
			}
		}
		return out
	}
	return v.Interface()
}

func noMaps(t *testing.T, typ reflect.Type, seen map[reflect.Type]bool) {
	t.Helper()
	if seen[typ] {
		return
	}
	seen[typ] = true
	switch typ.Kind() {
	case reflect.Map, reflect.Interface, reflect.Func, reflect.Chan:
		t.Errorf("%v is part of a fact", typ)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		noMaps(t, typ.Elem(), seen)
	case reflect.Struct:
		for i := range typ.NumField() {
			if f := typ.Field(i); f.IsExported() {
				noMaps(t, f.Type, seen)
			}
		}
	}
}
