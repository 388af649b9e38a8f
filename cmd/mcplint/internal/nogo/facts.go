package nogo

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/format"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/objectpath"
)

// A factSet holds the facts that a unit sees. A package fact has no object.
type factSet map[factKey]analysis.Fact

type factKey struct {
	pkg *types.Package
	obj types.Object
	typ reflect.Type
}

// A record is a fact on its way to another unit.
type record struct {
	Package, Object string
	Fact            analysis.Fact
}

// serve gives the facts to a pass.
func (s factSet) serve(pass *analysis.Pass) {
	get := func(key factKey, into analysis.Fact) bool {
		fact, ok := s[key]
		if ok {
			reflect.ValueOf(into).Elem().Set(reflect.ValueOf(fact).Elem())
		}
		return ok
	}
	pass.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		return obj != nil && get(factKey{obj.Pkg(), obj, reflect.TypeOf(fact)}, fact)
	}
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		return get(factKey{pkg, nil, reflect.TypeOf(fact)}, fact)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		s[factKey{obj.Pkg(), obj, reflect.TypeOf(fact)}] = fact
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		s[factKey{pass.Pkg, nil, reflect.TypeOf(fact)}] = fact
	}
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		var out []analysis.ObjectFact
		for k, f := range s {
			if k.obj != nil && has(pass.Analyzer, k.typ) {
				out = append(out, analysis.ObjectFact{Object: k.obj, Fact: f})
			}
		}
		return out
	}
	pass.AllPackageFacts = func() []analysis.PackageFact {
		var out []analysis.PackageFact
		for k, f := range s {
			if k.obj == nil && has(pass.Analyzer, k.typ) {
				out = append(out, analysis.PackageFact{Package: k.pkg, Fact: f})
			}
		}
		return out
	}
}

func has(a *analysis.Analyzer, typ reflect.Type) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == typ })
}

// readFacts takes the facts of the direct imports, which bring those of theirs
// along. A fact about something that this unit's types do not mention is lost.
func (u *unit) readFacts(p *packages.Package) error {
	u.facts = factSet{}
	u.known = map[string]*types.Package{}
	var learn func(pkg *types.Package)
	learn = func(pkg *types.Package) {
		if u.known[pkg.Path()] == nil {
			u.known[pkg.Path()] = pkg
			for _, q := range pkg.Imports() {
				learn(q)
			}
		}
	}
	learn(u.pkg)
	for _, a := range producers(u.d.Analyzers) {
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
	}
	for _, q := range p.Imports {
		data := u.d.facts[q.PkgPath]
		if len(data) == 0 {
			continue
		}
		var list []record
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
			return fmt.Errorf("facts of %s: %w", q.PkgPath, err)
		}
		for _, r := range list {
			u.learnFact(r)
		}
	}
	return nil
}

func (u *unit) learnFact(r record) {
	pkg := u.known[r.Package]
	if pkg == nil {
		return
	}
	key := factKey{pkg: pkg, typ: reflect.TypeOf(r.Fact)}
	if r.Object != "" {
		obj, err := objectpath.Object(pkg, objectpath.Path(r.Object))
		if err != nil {
			return // not in the export data
		}
		key.obj = obj
	}
	u.facts[key] = r.Fact
}

// writeFacts encodes all facts that importers may see.
func (u *unit) writeFacts() ([]byte, error) {
	var list []record
	var paths objectpath.Encoder
	for k, f := range u.facts {
		r := record{Package: k.pkg.Path(), Fact: f}
		if k.obj != nil {
			path, err := paths.For(k.obj)
			if err != nil {
				continue // no other package can name it
			}
			r.Object = string(path)
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Object, b.Object),
			cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()))
	})
	if len(list) == 0 {
		return nil, nil
	}
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(list)
	return buf.Bytes(), err
}

// syntax prints the files.
func (u *unit) syntax() string {
	var buf bytes.Buffer
	for _, f := range u.files {
		if err := format.Node(&buf, u.fset, f); err != nil {
			buf.WriteString(err.Error())
		}
	}
	return buf.String()
}
