package ssaval

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"
)

const source = `package p

import (
	"errors"
	"strconv"
)

type inner struct {
	ID    int    ` + "`json:\"id,omitempty\"`" + `
	Gone  string ` + "`json:\"-\"`" + `
	Dash  string ` + "`json:\"-,\"`" + `
	Plain string ` + "`json:\",omitempty\"`" + `
	Bare  string
}

type box[T any] struct{ v T }

func (b *box[T]) get() T { return b.v }

type getter[T any] interface{ take() T }

type myErr struct{}

func (*myErr) Error() string { return "" }

type name string

func same[T any](v T) T { return v }

func callees(b *box[int], g getter[int], f func()) {
	strconv.Itoa(1)
	same(2)
	b.get()
	g.take()
	func() {}()
	f()
	m := b.get
	m()
}

func sink(vs ...any)            {}
func texts(vs ...string)        {}
func (in *inner) put(s string)  {}

func consts(e error) {
	sink("a", []byte("b"), name("c"), 4, nil, "", 0, false, errors.New("x"), int64(7), true)
}

func fields(in *inner, by inner) {
	sink(in.ID, by.Bare)
	in.put("x")
}

func lists(on string) {
	texts("one", "two")
	texts("one", on)
	_ = map[string]bool{"in": true, "out": false}
}

func order(n int) {
	strconv.Itoa(10)
	if n > 0 {
		strconv.Itoa(20)
	} else {
		strconv.Itoa(30)
	}
	for n > 0 {
		strconv.Itoa(40)
		strconv.Itoa(50)
	}
	strconv.Itoa(60)
}

func outer() func() func() {
	return func() func() { return func() {} }
}
`

func build(t *testing.T) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
		Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	prog := ssa.NewProgram(fset, 0)
	for _, p := range pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	s := prog.CreatePackage(pkg, []*ast.File{f}, info, false)
	s.Build()
	return s
}

func calls(fn *ssa.Function) []*ssa.Call {
	var out []*ssa.Call
	for c := range All[*ssa.Call](fn) {
		out = append(out, c)
	}
	return out
}

func TestCallees(t *testing.T) {
	pkg := build(t)
	var named, run []string
	for _, c := range calls(pkg.Func("callees")) {
		n, r := "-", "-"
		if fn := Callee(&c.Call); fn != nil {
			n = fn.Name()
			if fn != fn.Origin() {
				t.Errorf("%s is an instance", fn)
			}
		}
		if fn := Static(&c.Call); fn != nil {
			r = fn.Name()
			if fn.Origin() != nil {
				t.Errorf("%s is an instance", fn)
			}
		}
		named, run = append(named, n), append(run, r)
	}
	if want := []string{"Itoa", "same", "get", "take", "-", "-", "get"}; !slices.Equal(named, want) {
		t.Errorf("Callee: %q, want %q", named, want)
	}
	if want := []string{"Itoa", "same", "get", "-", "callees$1", "-", "get$bound"}; !slices.Equal(run, want) {
		t.Errorf("Static: %q, want %q", run, want)
	}
	lit := pkg.Func("outer").AnonFuncs[0].AnonFuncs[0]
	if Root(lit) != pkg.Func("outer") || Root(pkg.Func("outer")) != pkg.Func("outer") {
		t.Error("Root does not lead to the declared function")
	}
}

func TestArguments(t *testing.T) {
	pkg := build(t)
	all := calls(pkg.Func("fields"))
	put := &all[len(all)-1].Call
	if s, ok := Text(Argument(put, 0)); !ok || s != "x" {
		t.Errorf("argument 0 is %v", Argument(put, 0))
	}
	if Argument(put, 1) != nil || Argument(put, -1) != nil {
		t.Error("there is no argument 1 or -1")
	}
	in := pkg.Func("fields").Params[0]
	if Receiver(put) != in || Operands(put)[0] != in || len(Operands(put)) != 2 {
		t.Error("the receiver is not found")
	}
	take := &calls(pkg.Func("callees"))[3].Call
	if g := pkg.Func("callees").Params[1]; Receiver(take) != g || len(Operands(take)) != 1 || Operands(take)[0] != g {
		t.Error("the receiver of an interface method is not found")
	}
	if Receiver(&calls(pkg.Func("callees"))[0].Call) != nil {
		t.Error("a function has no receiver")
	}
}

func TestConstants(t *testing.T) {
	sink := calls(build(t).Func("consts"))
	args, ok := Elements(Argument(&sink[len(sink)-1].Call, 0))
	if !ok {
		t.Fatal("the arguments are not found")
	}
	var got []string
	for _, a := range args {
		text, isText := Text(a)
		n, isInt := Int(a)
		v := Plain(a)
		num, isNum := Number(v)
		got = append(got, fmt.Sprintln(text, isText, n, isInt, num, isNum, IsNil(v), IsEmpty(v)))
	}
	want := []string{
		fmt.Sprintln("a", true, 0, false, 0, false, false, false),
		fmt.Sprintln("b", true, 0, false, 0, false, false, false), // []byte("b")
		fmt.Sprintln("c", true, 0, false, 0, false, false, false), // name("c")
		fmt.Sprintln("", false, 4, true, 4, true, false, false),
		fmt.Sprintln("", false, 0, false, 0, false, true, true), // nil
		fmt.Sprintln("", true, 0, false, 0, false, false, true), // ""
		fmt.Sprintln("", false, 0, true, 0, true, false, true),
		fmt.Sprintln("", false, 0, false, 0, true, false, false), // false
		fmt.Sprintln("", false, 0, false, 0, false, false, false),
		fmt.Sprintln("", false, 7, true, 7, true, false, false),
		fmt.Sprintln("", false, 0, false, 1, true, false, false), // true
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("argument %d: %s, want %s", i, got[i], want[i])
		}
	}
	if _, ok := String(args[0]); ok {
		t.Error("String sees through a conversion")
	}
}

func TestFields(t *testing.T) {
	pkg := build(t)
	typ := pkg.Type("inner").Type()
	st := Struct(types.NewPointer(typ))
	names := []string{}
	for i := range st.NumFields() {
		names = append(names, fmt.Sprint(FieldName(typ, i), ":", JSONName(st, i), ":", InJSON(st, i)))
	}
	if want := []string{"ID:id:true", "Gone::false", "Dash:-:true", "Plain::true", "Bare::true"}; !slices.Equal(names, want) {
		t.Errorf("fields are %q, want %q", names, want)
	}
	if !HasJSONName(st, "id") || HasJSONName(st, "ID") || HasJSONName(nil, "id") {
		t.Error("HasJSONName")
	}
	if Field(types.Typ[types.Int], 0) != nil || Field(typ, 99) != nil || JSONName(nil, 0) != "" || JSONName(st, 99) != "" {
		t.Error("a field is found where there is none")
	}
	b := calls(pkg.Func("callees"))[2].Call.Args[0] // *box[int]
	if f := Field(b.Type(), 0); f == nil || f != f.Origin() {
		t.Errorf("%v is not the declared field", f)
	}
	var read []string
	for v := range All[ssa.Value](pkg.Func("fields")) {
		if of, i, ok := Read(v); ok {
			read = append(read, FieldName(of, i))
		}
	}
	if want := []string{"ID", "Bare"}; !slices.Equal(read, want) {
		t.Errorf("read are %q, want %q", read, want)
	}
}

func TestTypes(t *testing.T) {
	pkg := build(t)
	err := types.Universe.Lookup("error").Type()
	if !IsError(err) || IsError(types.NewPointer(pkg.Type("myErr").Type())) {
		t.Error("IsError")
	}
	if !IsString(pkg.Type("name").Type()) || IsString(err) || !IsBool(types.Typ[types.UntypedBool]) {
		t.Error("IsString, IsBool")
	}
	if Deref(types.NewPointer(err)) != err || Deref(err) != err {
		t.Error("Deref")
	}
}

func TestLists(t *testing.T) {
	pkg := build(t)
	list := calls(pkg.Func("lists"))
	if got, ok := Strings(list[0].Call.Args[0]); !ok || !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("the first list is %q, %t", got, ok)
	}
	if got, ok := Strings(list[1].Call.Args[0]); ok {
		t.Errorf("a list with a variable is %q", got)
	}
	if got, ok := Elements(list[1].Call.Args[0]); !ok || len(got) != 2 || got[1] != pkg.Func("lists").Params[0] {
		t.Errorf("the second list has %v", got)
	}
	for _, instr := range pkg.Func("lists").Blocks[0].Instrs {
		if m, ok := instr.(*ssa.MakeMap); ok {
			if got, ok := Strings(m); !ok || !slices.Equal(got, []string{"in"}) {
				t.Errorf("the set is %q, %t", got, ok)
			}
		}
	}
}

func TestOrder(t *testing.T) {
	at := make(map[int64]*ssa.Call)
	for _, c := range calls(build(t).Func("order")) {
		n, _ := Int(c.Call.Args[0])
		at[n] = c
	}
	cases := []struct {
		a, b              int64
		precedes, reaches bool
	}{
		{10, 20, true, true},
		{20, 10, false, false},
		{20, 30, false, false},
		{20, 60, false, true},
		{10, 60, true, true},
		{40, 50, true, true},
		{50, 40, false, true}, // round the loop
		{40, 40, false, true},
		{60, 60, false, false},
	}
	for _, c := range cases {
		a, b := at[c.a], at[c.b]
		if got := Precedes(a, b); got != c.precedes {
			t.Errorf("Precedes(%d, %d) = %t", c.a, c.b, got)
		}
		if got := Reaches(a, b, nil); got != c.reaches {
			t.Errorf("Reaches(%d, %d) = %t", c.a, c.b, got)
		}
	}
	if Reaches(at[10], at[40], map[*ssa.BasicBlock]bool{at[20].Block(): true, at[30].Block(): true}) {
		t.Error("there is no way but through the branches")
	}
	if !Leads([]*ssa.BasicBlock{at[40].Block()}, at[40].Block(), nil) {
		t.Error("a block leads to itself")
	}
}
