// This file exports contracts as facts.

package contract

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Export exports what the directives of the package say, as facts. The
// analyzer of pass must have FactTypes among its own.
func Export(pass *analysis.Pass, d *Directives) {
	if d == nil {
		return
	}
	facts := objectFacts(pass.Fset, pass.Pkg, d)
	objs := make([]types.Object, 0, len(facts))
	for obj := range facts {
		objs = append(objs, obj)
	}
	slices.SortFunc(objs, func(a, b types.Object) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, obj := range objs {
		pass.ExportObjectFact(obj, facts[obj])
	}
	if f := packageFact(pass.Fset, pass.Pkg, d); len(f.Clause)+len(f.Values) > 0 {
		pass.ExportPackageFact(&f)
	}
}

// objectFacts folds the directives into one fact for every object.
func objectFacts(fset *token.FileSet, pkg *types.Package, d *Directives) map[types.Object]*ContractFact {
	facts := make(map[types.Object]*ContractFact)
	if d == nil {
		return facts
	}
	for _, dir := range d.List {
		for _, obj := range dir.Objects {
			f := facts[obj]
			if f == nil {
				f = &ContractFact{Pos: factPos(fset, pkg, dir.Pos)}
				facts[obj] = f
			}
			f.add(dir)
		}
	}
	return facts
}

func (f *ContractFact) add(dir *Directive) {
	switch dir.Verb {
	case "read":
		f.Effect = f.Effect.Join(Read)
	case "write":
		f.Effect = f.Effect.Join(Write)
	case "dedupes":
		f.Dedupes = sortDedupes(append(f.Dedupes, dir.Dedupes))
	case "noeffect":
		f.NoEffect = true
	case "reconciles":
		f.Reconciles = true
	case "confirms":
		f.Confirms = true
	case "rederives":
		f.Rederives = true
	case "eventorder":
		f.EventOrder = true
	case "calls":
		f.Calls = append(f.Calls, dir.Calls)
		slices.SortFunc(f.Calls, func(a, b Calls) int { return cmp.Compare(a.String(), b.String()) })
	}
}

// packageFact folds the directives into what the package says of tools by
// their names.
func packageFact(fset *token.FileSet, pkg *types.Package, d *Directives) PackageFact {
	var f PackageFact
	if d == nil {
		return f
	}
	for _, dir := range d.List {
		t := ToolContract{Pos: factPos(fset, pkg, dir.Pos)}
		switch dir.Verb {
		case "read":
			t.Effect = Read
		case "write":
			t.Effect = Write
		case "dedupes":
			t.Dedupes = []Dedupes{dir.Dedupes}
		default:
			continue
		}
		for _, t.Pattern = range dir.Tools {
			f.Clause = append(f.Clause, t)
		}
		for _, obj := range dir.Objects {
			if c, ok := obj.(*types.Const); ok && c.Val().Kind() == constant.String {
				t.Pattern = constant.StringVal(c.Val())
				f.Values = append(f.Values, t)
			}
		}
	}
	f.Clause = sortTools(f.Clause)
	f.Values = sortTools(f.Values)
	return f
}

func sortTools(list []ToolContract) []ToolContract {
	slices.SortStableFunc(list, func(a, b ToolContract) int {
		return cmp.Or(cmp.Compare(a.Pattern, b.Pattern), cmp.Compare(a.String(), b.String()), cmp.Compare(a.Pos, b.Pos))
	})
	return list
}

// sortDedupes sorts and drops repetitions.
func sortDedupes(list []Dedupes) []Dedupes {
	slices.SortFunc(list, func(a, b Dedupes) int {
		return cmp.Or(cmp.Compare(a.String(), b.String()), cmp.Compare(a.Evidence, b.Evidence))
	})
	return slices.CompactFunc(list, func(a, b Dedupes) bool { return a.String() == b.String() })
}

// factPos is a position that means the same on every machine:
// "import/path/file.go:line".
func factPos(fset *token.FileSet, pkg *types.Package, pos token.Pos) string {
	p := fset.Position(pos)
	dir := ""
	if pkg != nil {
		// Some drivers call the variant for tests "p [p.test]".
		dir, _, _ = strings.Cut(pkg.Path(), " ")
	}
	return fmt.Sprintf("%s:%d", path.Join(dir, filepath.Base(p.Filename)), p.Line)
}
