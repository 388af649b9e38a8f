package knowledge

import (
	"maps"
	"slices"
	"strings"
)

// A use is a name that a table holds, with what must be true of it.
type use struct {
	table, name string
	// args are arguments that must exist; op is one that must be a func or an
	// interface.
	args []int
	op   int
	// paths are field paths from the type of argument pathArg.
	paths   []string
	pathArg int
}

// uses lists every name in every table.
func uses() []use {
	var out []use
	add := func(table, name string, args ...int) {
		out = append(out, use{table: table, name: name, args: args, op: -1})
	}
	offs := func(table string, list []Off) {
		for _, o := range list {
			switch {
			case o.Func != "" && (o.HasValue || o.Nil):
				add(table+" off", o.Func, o.Arg)
			case o.Func != "":
				add(table+" off", o.Func)
			case o.Field != "":
				add(table+" off", o.Type+"."+o.Field)
			default:
				add(table+" off", o.Type)
			}
		}
	}
	filters := func(table, self string, list []Filter) {
		for _, f := range list {
			switch {
			case f.Func != "":
				out = append(out, use{table: table + " filter", name: f.Func, op: f.Arg})
			case f.Field != "":
				add(table+" filter", f.Type+"."+f.Field)
			case f.Type != "":
				add(table+" filter", f.Type)
			default:
				out = append(out, use{table: table + " filter", name: self, op: f.Arg})
			}
		}
	}
	names := func(table string, list []string) {
		for _, n := range list {
			add(table, n)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(roundParams())) {
		add("roundParams", n)
	}
	for _, n := range slices.Sorted(maps.Keys(roundResults())) {
		add("roundResults", n)
	}
	for _, n := range slices.Sorted(maps.Keys(decoders())) {
		add("decoders", n, decoders()[n])
	}
	add("rounds", RoundsOffField)
	add("rounds", RoundsClient, 1)
	for _, s := range sinks() {
		u := use{table: "sinks", name: s.Func, op: -1, pathArg: -1}
		for _, i := range []int{s.Params, s.NameArg, s.ArgsArg, s.MethodArg} {
			if i > 0 {
				u.args = append(u.args, i)
			}
		}
		if s.Params >= 0 {
			u.pathArg = s.Params
			u.paths = slices.DeleteFunc([]string{s.Name, s.Args, s.Meta, s.Method}, func(p string) bool { return p == "" })
		}
		out = append(out, u)
	}
	names("client params", keys(clientParams()))
	names("request params", keys(requestParams()))
	names("sentinels", keys(sentinels()))
	for n := range errorTypes() {
		if !strings.HasPrefix(n, "interface") {
			add("error types", strings.TrimPrefix(n, "*"))
		}
	}
	for n := range errorMethods() {
		if !strings.HasPrefix(n, "(interface)") {
			add("error methods", n)
		}
	}
	for n := range errorFuncs() {
		add("error functions", n, 0)
	}
	for _, v := range vehicles() {
		out = append(out, use{table: "vehicles", name: v.Func, op: v.Op})
		offs("vehicles", v.Off)
		filters("vehicles", v.Func, v.Filters)
		names("permanent", v.Permanent)
		names("retryable", v.Retryable)
		names("markers", v.Markers)
		names("hedges", v.Hedges)
	}
	for _, h := range handlers() {
		out = append(out, use{table: "handlers", name: h.Func, op: h.Op})
		offs("handlers", h.Off)
		names("permanent", h.Permanent)
		names("markers", h.Markers)
	}
	for _, c := range constructors() {
		add("constructors", c.Func)
		names("constructors", c.Filters)
		if c.Field != "" {
			add("constructors", c.Field)
		}
		if c.Off {
			add("constructors", c.Func, c.Arg)
		}
	}
	names("identities", keys(identityFuncs()))
	names("identities", keys(identityFields()))
	names("mints", keys(mints()))
	for _, table := range []map[string]int{mintInto(), transparent(), keyArgs(), plugArgs(), headerArgs()} {
		for n, arg := range table {
			add("arguments", n, arg)
		}
	}
	names("key fields", keys(keyFields()))
	for _, table := range []map[string]HTTPProducer{httpProducers(), httpProducerTypes(), httpSenders()} {
		for _, p := range table {
			if p.Inner >= 0 {
				add("http", p.Func, p.Inner)
			} else {
				add("http", p.Func)
			}
			offs("http", p.Off)
			filters("http", p.Func, p.Filters)
			names("http markers", p.Markers)
			names("http hedges", p.Hedges)
		}
	}
	names("plugs", keys(plugFields()))
	names("headers", keys(headerFields()))
	names("hints", keys(hintFields()))
	names("roles", keys(roles()))
	names("never returns", keys(neverReturns()))
	for n := range pure() {
		if n != "(error).Error" {
			add("pure", n)
		}
	}
	for _, p := range Probes {
		add("probes", p.Symbol)
	}
	return out
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
