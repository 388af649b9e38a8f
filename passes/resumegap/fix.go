package resumegap

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/edit"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/stream"
)

// fix calls the method that reads what is kept after the reconnect, if one
// method reads all of it and the place can hand an error on.
func fix(pass *analysis.Pass, room *stream.Room, o *stream.Reopen, stale []*stream.State) *analysis.SuggestedFix {
	at := findPlace(pass, o)
	if at == nil {
		return nil
	}
	var common []*types.Func
	for i, s := range stale {
		if s.Place == nil {
			return nil
		}
		all := room.Refreshers(s)
		if i == 0 {
			common = all
			continue
		}
		common = slices.DeleteFunc(common, func(f *types.Func) bool { return !slices.Contains(all, f) })
	}
	for _, f := range common {
		if f == at.fn {
			continue
		}
		call, fails, ok := at.call(f)
		if !ok || fails && at.zeros == nil {
			continue
		}
		return edit.Fix("call "+f.Name()+" after reconnecting", at.edits(call, fails)...)
	}
	return nil
}

// call writes the call of f, a method that the receiver has.
func (p *place) call(f *types.Func) (text string, fails, ok bool) {
	obj, _, _ := types.LookupFieldOrMethod(p.recv.Type(), true, p.pass.Pkg, f.Name())
	if obj != f {
		return "", false, false
	}
	sig := f.Signature()
	var args string
	switch {
	case sig.Params().Len() == 0:
	case sig.Params().Len() == 1 && sig.Params().At(0).Type().String() == "context.Context" && p.ctx != "":
		args = p.ctx
	default:
		return "", false, false
	}
	switch {
	case sig.Results().Len() == 0:
	case sig.Results().Len() == 1 && ssaval.IsError(sig.Results().At(0).Type()):
		fails = true
	default:
		return "", false, false
	}
	return p.recv.Name() + "." + f.Name() + "(" + args + ")", fails, true
}

// edits puts the call behind the reconnect.
func (p *place) edits(call string, fails bool) []analysis.TextEdit {
	if p.ret != nil {
		indent := "\n" + p.indent(p.ret.Pos())
		then := "return " + call
		if !fails {
			then = call + indent + "return nil"
		}
		return []analysis.TextEdit{
			edit.Replace(p.ret.Pos(), p.ret.Results[0].Pos(), "if err := "),
			edit.Insert(p.ret.End(), "; err != nil {"+indent+"\treturn err"+indent+"}"+indent+then),
		}
	}
	indent := "\n" + p.indent(p.after.Pos())
	if !fails {
		return []analysis.TextEdit{edit.Insert(p.after.End(), indent+call)}
	}
	results := strings.Join(append(slices.Clone(p.zeros), "err"), ", ")
	return []analysis.TextEdit{edit.Insert(p.after.End(),
		indent+"if err := "+call+"; err != nil {"+indent+"\treturn "+results+indent+"}")}
}

// indent is how gofmt indents what stands at pos.
func (p *place) indent(pos token.Pos) string {
	return strings.Repeat("\t", p.pass.Fset.Position(pos).Column-1)
}
