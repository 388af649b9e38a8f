package knowledge

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// unloaded are the modules that cannot be loaded, with the reason. Their names
// were read in the sources of their repositories.
var unloaded = map[string]string{
	tmc:                                      "not served by the module proxy; read at commit 6d9800f7aa47",
	riza:                                     "not served by the module proxy; read at v0.4.5",
	hatchet:                                  "not served by the module proxy; read at commit 89d130f303c9",
	"github.com/i2y/langchaingo-mcp-adapter": "not served by the module proxy; read at commit a01671e1c8df",
}

// older are the names that only versions in testdata/sdk have.
var older = func() map[string]string {
	const root = "github.com/failsafe-go/failsafe-go"
	m := make(map[string]string)
	for dir, names := range map[string][]string{
		"mcp-go@v0.20.1":          {"(*" + mcpGo + "client.SSEMCPClient).CallTool", "(*" + mcpGo + "client.StdioMCPClient).CallTool"},
		"go-sdk@v0.2.0":           {goSDK + "mcp.CallToolParamsFor"},
		"go-sdk@v0.4.0":           {goSDK + "mcp.StreamableClientTransportOptions.HTTPClient", goSDK + "mcp.SSEClientTransportOptions.HTTPClient"},
		"openai-agents-go@v0.1.0": {"(github.com/nlpodyssey/openai-agents-go/agents.MCPServer).CallTool"},
		"failsafe-go@v0.6.9": slices.Concat(
			within(root, "Run", "RunWithExecution", "RunAsync", "RunWithExecutionAsync",
				"Get", "GetWithExecution", "GetAsync", "GetWithExecutionAsync"),
			methods("", root+".Executor", "RunWithExecutionAsync", "GetWithExecutionAsync"),
			methods("", retryPolicy+".RetryPolicyBuilder", "WithMaxRetries", "WithMaxAttempts", "AbortIf", "AbortOnErrors"),
			methods("", hedgePolicy+".HedgePolicyBuilder", "WithMaxHedges"),
			within(retryPolicy, "WithDefaults"),
			within(hedgePolicy, "WithDelay", "BuilderWithDelay", "WithDelayFunc", "BuilderWithDelayFunc"),
			within(root+"/failsafehttp", "RetryPolicyBuilder"),
		),
	} {
		for _, n := range names {
			m[n] = dir
		}
	}
	return m
}()

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
	for _, s := range sinks {
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
	names("client params", keys(clientParams))
	names("request params", keys(requestParams))
	names("results", keys(resultErrorFields))
	names("sentinels", keys(sentinels))
	for n := range errorTypes {
		if !strings.HasPrefix(n, "interface") {
			add("error types", strings.TrimPrefix(n, "*"))
		}
	}
	for n := range errorMethods {
		if !strings.HasPrefix(n, "(interface)") {
			add("error methods", n)
		}
	}
	for n := range errorFuncs {
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
	for _, c := range constructors {
		add("constructors", c.Func)
		names("constructors", c.Filters)
		if c.Field != "" {
			add("constructors", c.Field)
		}
		if c.Off {
			add("constructors", c.Func, c.Arg)
		}
	}
	names("identities", keys(identityFuncs))
	names("identities", keys(identityFields))
	names("identities", keys(identityTypes))
	for n, a := range identityArgs {
		add("identities", n, a.arg)
	}
	for n, a := range paramsFuncs {
		add("parameters", n, a[0], a[1])
	}
	names("stable ids", keys(stableFuncs))
	names("stable ids", keys(stableFields))
	names("mints", keys(mints()))
	for _, table := range []map[string]int{mintInto, transparent, metaFuncs, keyArgs, plugArgs, headerArgs, returnsOnlyIfNil, returnsOnlyIfError} {
		for n, arg := range table {
			add("arguments", n, arg)
		}
	}
	names("key fields", keys(keyFields))
	for _, table := range []map[string]HTTPProducer{httpProducers, httpProducerTypes, httpSenders} {
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
	names("plugs", keys(plugFields))
	names("headers", keys(headerFields))
	names("hints", keys(hintFields))
	names("roles", keys(roles()))
	names("never returns", keys(neverReturns))
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

// TestRealModules checks that every name in every table exists in the newest
// versions, or, if it is of the past, in the version that it is said to be of.
func TestRealModules(t *testing.T) {
	byModule := make(map[string][]use)
	seen := make(map[string]bool)
	for _, u := range uses() {
		id := fmt.Sprint(u)
		if seen[id] {
			continue
		}
		seen[id] = true
		if reason := unloadedReason(u.name); reason != "" {
			continue
		}
		byModule[older[u.name]] = append(byModule[older[u.name]], u)
	}
	for dir, list := range byModule {
		name := dir
		if dir == "" {
			name = "newest"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pkgs := loaded(t, dir)
			for _, u := range list {
				u.check(t, pkgs[packagePath(u.name)])
			}
		})
	}
	for name := range older {
		if !slices.ContainsFunc(uses(), func(u use) bool { return u.name == name }) {
			t.Errorf("no table has %s, which is said to be of an older version", name)
		}
	}
}

func unloadedReason(name string) string {
	for prefix, reason := range unloaded {
		if strings.Contains(name, prefix+".") || strings.Contains(name, prefix+"/") {
			return reason
		}
	}
	return ""
}

// packagePath returns the import path in a name of the tables.
func packagePath(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(name, '/')
	rest := name[slash+1:]
	if cut, ok := strings.CutPrefix(rest, "go.uuid."); ok { // github.com/satori/go.uuid
		return name[:len(name)-len(cut)-1]
	}
	return name[:slash+1+strings.IndexByte(rest, '.')]
}

func (u use) check(t *testing.T, pkg *types.Package) {
	t.Helper()
	if pkg == nil {
		t.Errorf("%s: the package of %s was not loaded", u.table, u.name)
		return
	}
	obj := Lookup(pkg, u.name)
	if obj == nil {
		t.Errorf("%s: no %s", u.table, u.name)
		return
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		if len(u.args) > 0 || u.op >= 0 {
			t.Errorf("%s: %s is not a function", u.table, u.name)
		}
		return
	}
	if got := Name(fn); got != u.name {
		t.Errorf("%s: %s has the full name %s", u.table, u.name, got)
	}
	sig := fn.Signature()
	for _, i := range u.args {
		if param(sig, i) == nil {
			t.Errorf("%s: %s has no argument %d", u.table, u.name, i)
		}
	}
	if u.op >= 0 {
		if typ := param(sig, u.op); typ == nil || !runnable(typ) {
			t.Errorf("%s: argument %d of %s is a %v, which nothing can run", u.table, u.op, u.name, typ)
		}
	}
	for _, path := range u.paths {
		if typ := param(sig, u.pathArg); typ != nil && !hasPath(typ, path) {
			t.Errorf("%s: argument %d of %s, a %v, has no %s", u.table, u.pathArg, u.name, typ, path)
		}
	}
}

// param returns the type of argument i, an element of it if it is variadic.
func param(sig *types.Signature, i int) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 {
		return sig.Params().At(n - 1).Type().(*types.Slice).Elem()
	}
	if i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}

// runnable reports whether a value of type t can hold an operation: a func,
// an interface, or a map of such.
func runnable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	case *types.Map:
		return runnable(u.Elem())
	}
	return false
}

// hasPath follows a path of fields; what lies behind an interface or a map
// cannot be seen.
func hasPath(t types.Type, path string) bool {
	for field := range strings.SplitSeq(path, ".") {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		switch u := t.Underlying().(type) {
		case *types.Interface, *types.Map:
			return true
		case *types.Struct:
			obj, _, _ := types.LookupFieldOrMethod(t, true, nil, field)
			v, ok := obj.(*types.Var)
			if !ok {
				return false
			}
			t = v.Type()
		default:
			_ = u
			return false
		}
	}
	return true
}

// loaded returns the packages of the module of an older version, or of
// testdata/src, in which the tables have names.
func loaded(t *testing.T, dir string) map[string]*types.Package {
	t.Helper()
	loading.Lock()
	defer loading.Unlock()
	if pkgs, ok := cache[dir]; ok {
		return pkgs
	}
	paths := make(map[string]bool)
	for _, u := range uses() {
		if unloadedReason(u.name) == "" && older[u.name] == dir {
			paths[packagePath(u.name)] = true
		}
	}
	for _, p := range Probes {
		for _, sdk := range []string{"go-sdk", "mcp-go"} {
			if strings.HasPrefix(dir, sdk+"@") && strings.Contains(p.Package, "/"+sdk+"/") {
				paths[p.Package] = true
			}
		}
	}
	cache[dir] = loadPackages(t, dir, keys(paths))
	return cache[dir]
}

var (
	// loading keeps the loads apart: each needs a gigabyte while it lasts.
	loading sync.Mutex
	cache   = make(map[string]map[string]*types.Package)
)

// loadPackages type-checks packages in the module of an older version, or in
// testdata/src. It goes by the sources, without the bodies of functions:
// compiling all of these modules for their export data takes many minutes.
func loadPackages(t *testing.T, dir string, paths []string) map[string]*types.Package {
	t.Helper()
	root := filepath.Join("..", "..", "testdata", "src")
	if dir != "" {
		root = filepath.Join("..", "..", "testdata", "sdk", dir)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
		Dir: root,
		// The go command downloads what is missing.
		Env: append(os.Environ(), "GOFLAGS=-mod=readonly", "GOWORK=off", "CGO_ENABLED=0"),
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if f != nil {
				dropBodies(f)
			}
			return f, err
		},
	}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]*types.Package)
	for _, p := range pkgs {
		for _, err := range p.Errors {
			if err.Kind == packages.ListError || p.Types == nil {
				t.Errorf("loading %s: %v", p.ID, err)
			}
		}
		out[p.PkgPath] = p.Types
	}
	return out
}

// dropBodies empties the bodies of functions, so that nothing has to be
// checked there; imports that are then unused do not hurt.
func dropBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace}
		}
	}
}
