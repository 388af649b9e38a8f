package knowledge

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"
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
