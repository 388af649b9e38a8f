package stream

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// One importer for all tests: net/http is type-checked once.
var (
	fset     = token.NewFileSet()
	fromDisk = importer.ForCompiler(fset, "source", nil)
	loading  sync.Mutex
)

// load makes the room of one package, in which all calls of functions and
// literals with bodies are known.
func load(t *testing.T, body string) *Room {
	t.Helper()
	loading.Lock()
	defer loading.Unlock()
	var imports []string
	for _, name := range []string{"bufio", "bytes", "context", "encoding/json", "errors", "fmt", "sync/atomic", "net/textproto", "cmp", "math/big", "regexp", "slices", "sort", "encoding/hex", "io", "maps", "net/http", "strconv", "strings", "sync", "time"} {
		base := name[strings.LastIndexByte(name, '/')+1:]
		if regexp.MustCompile(`\b` + base + `\.`).MatchString(body) {
			imports = append(imports, fmt.Sprintf("import %q\n", name))
		}
	}
	f, err := parser.ParseFile(fset, "x.go", "package x\n"+strings.Join(imports, "")+body, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
		Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}
	pkg, err := (&types.Config{Importer: fromDisk}).Check("x", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	prog := ssa.NewProgram(fset, 0)
	for _, p := range pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	s := prog.CreatePackage(pkg, []*ast.File{f}, info, false)
	s.Build()
	var funcs []*ssa.Function
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		funcs = append(funcs, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			add(prog.FuncValue(info.Defs[fd.Name].(*types.Func)))
		}
	}
	add(s.Func("init"))
	return New(pkg, funcs, Hooks{
		Callees: func(c ssa.CallInstruction) []*ssa.Function {
			if fn := c.Common().StaticCallee(); fn != nil && len(fn.Blocks) > 0 {
				return []*ssa.Function{fn}
			}
			return nil
		},
		Fact:       func(*types.Func) *Fact { return nil },
		Tells:      func(types.Object) (Tells, bool) { return Tells{}, false },
		Field:      func(*types.Var) (Holds, bool) { return Holds{}, false },
		Rederives:  func(*types.Func) bool { return false },
		EventOrder: func(*types.Func) bool { return false },
	})
}

func (r *Room) fn(t *testing.T, name string) *ssa.Function {
	t.Helper()
	for _, f := range r.Funcs {
		if f.Name() == name {
			return f
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}

func TestHeaders(t *testing.T) {
	for _, tc := range []struct {
		name, src string
		want      []string
	}{
		{"set", `func f(r *http.Request, id string) { r.Header.Set("Last-Event-ID", id) }`, []string{"set Last-Event-Id"}},
		{"constant", `const h = "mcp-session-id"
			func f(r *http.Request, id string) { r.Header.Add(h, id) }`, []string{"set Mcp-Session-Id"}},
		{"variable", `var h = "mcp-session-id"
			func f(r *http.Request, id string) { r.Header.Add(h, id) }`, []string{"set Mcp-Session-Id"}},
		{"index", `func f(r *http.Request, id string) { r.Header["Last-Event-Id"] = []string{id} }`, []string{"set Last-Event-Id"}},
		{"literal", `func f(id string) http.Header { return http.Header{"Mcp-Session-Id": {id}} }`, []string{"set Mcp-Session-Id"}},
		{"map", `func f(id string) map[string]string { return map[string]string{"Last-Event-ID": id} }`, []string{"set Last-Event-Id"}},
		{"map of flags", `func f() map[string]bool { return map[string]bool{"Last-Event-ID": true} }`, nil},
		{"helper", `func put(r *http.Request, k, v string) { if v != "" { r.Header.Set(k, v) } }
			func f(r *http.Request, id string) { put(r, "Last-Event-ID", id); put(r, "X-Other", id) }`, []string{"set Last-Event-Id"}},
		{"spread", `func f(r *http.Request, id string) {
			m := map[string]string{"Last-Event-ID": id}
			for k, v := range m { r.Header.Set(k, v) } }`, []string{"set Last-Event-Id", "set Last-Event-Id"}},
		{"read", `func f(r *http.Response) string { return r.Header.Get("MCP-Session-ID") }`, []string{"read Mcp-Session-Id"}},
		{"read by index", `func f(r *http.Response) []string { return r.Header["Mcp-Session-Id"] }`, []string{"read Mcp-Session-Id"}},
		{"handler reads", `func f(w http.ResponseWriter, r *http.Request) { _ = r.Header.Get("Last-Event-ID") }`, []string{"server read Last-Event-Id"}},
		{"handler sets", `func f(w http.ResponseWriter, id string) { w.Header().Set("Mcp-Session-Id", id) }`, []string{"server set Mcp-Session-Id"}},
		{"query", `func f(r *http.Request) string { return r.URL.Query().Get("id") }`, nil},
		{"cors", `func f(w http.ResponseWriter) { w.Header().Set("Access-Control-Allow-Headers", "Mcp-Session-Id, Last-Event-ID") }`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, h := range load(t, tc.src).Headers {
				s := "read "
				if h.Write {
					s = "set "
				}
				if h.Server {
					s = "server " + s
				}
				got = append(got, s+h.Name)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestExchanges(t *testing.T) {
	for _, tc := range []struct {
		name, src string
		want      []string // method, length of the chain, headers
	}{
		{"direct", `func f(id string) { r, _ := http.NewRequest("GET", "", nil); r.Header.Set("Last-Event-ID", id); http.DefaultClient.Do(r) }`,
			[]string{"GET 1 Last-Event-Id"}},
		{"empty method", `func f() { r, _ := http.NewRequest("", "", nil); http.DefaultClient.Do(r) }`, []string{"GET 1"}},
		{"get", `func f() { http.Get("") }`, []string{"GET 1"}},
		{"post", `func f() { http.Post("", "", nil) }`, []string{"POST 1"}},
		{"headers in a helper", `func head(r *http.Request, id string) { r.Header.Set("Mcp-Session-Id", id) }
			func f(id string) { r, _ := http.NewRequest("GET", "", nil); head(r, id); http.DefaultClient.Do(r) }`,
			[]string{"GET 1 Mcp-Session-Id"}},
		{"request from a helper", `func build(id string) *http.Request { r, _ := http.NewRequest("GET", "", nil); r.Header.Set("Last-Event-ID", id); return r }
			func f(id string) { http.DefaultClient.Do(build(id)) }
			func g() { r, _ := http.NewRequest("POST", "", nil); http.DefaultClient.Do(r) }`,
			[]string{"GET 1 Last-Event-Id", "POST 1"}},
		{"method of the caller", `func send(m, s string, h http.Header) (*http.Response, error) {
				r, _ := http.NewRequest(m, "", nil)
				for k, v := range h { r.Header[k] = v }
				r.Header.Set("Mcp-Session-Id", s)
				return http.DefaultClient.Do(r) }
			func f(id string) { h := make(http.Header); h.Set("Last-Event-ID", id); send("GET", "s", h) }
			func g() { send("POST", "s", nil) }`,
			[]string{"GET 2 Last-Event-Id Mcp-Session-Id", "POST 2 Mcp-Session-Id"}},
		{"request of the caller", `func do(r *http.Request) (*http.Response, error) { return http.DefaultClient.Do(r) }
			func f(id string) { r, _ := http.NewRequest("GET", "", nil); r.Header.Set("Last-Event-ID", id); do(r) }
			func g() { r, _ := http.NewRequest("DELETE", "", nil); do(r) }`,
			[]string{"DELETE 2", "GET 2 Last-Event-Id"}},
		{"with context", `func f(c context.Context, id string) { r, _ := http.NewRequest("GET", "", nil); r = r.WithContext(c); r.Header.Set("Last-Event-ID", id); http.DefaultClient.Do(r) }`,
			[]string{"GET 1 Last-Event-Id"}},
		{"headers assigned", `func f(id string) { r, _ := http.NewRequest("GET", "", nil); r.Header = http.Header{"Last-Event-Id": {id}}; http.DefaultClient.Do(r) }`,
			[]string{"GET 1 Last-Event-Id"}},
		{"handler", `func f(w http.ResponseWriter, r *http.Request) { r.Header.Get("Last-Event-ID") }`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := load(t, tc.src)
			var got []string
			for _, x := range r.Exchanges {
				s := fmt.Sprintf("%s %d", x.Method, len(x.Chain))
				var names []string
				for _, h := range r.Headers {
					if h.Write && r.Carries(x, h) {
						names = append(names, " "+h.Name)
					}
				}
				slices.Sort(names)
				got = append(got, s+strings.Join(slices.Compact(names), ""))
			}
			slices.Sort(got)
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestParsers(t *testing.T) {
	for _, tc := range []struct {
		name, src string
		want      []string // the fields that reach the function of that name
	}{
		{"prefix and slice", `func f(l string) { if strings.HasPrefix(l, "id:") { id(l[3:]) } else if strings.HasPrefix(l, "data:") { data(l[5:]) } }`, []string{"data", "id"}},
		{"trim", `func f(l string) { switch { case strings.HasPrefix(l, "retry: "): retry(strings.TrimPrefix(l, "retry: ")); case strings.HasPrefix(l, "data: "): data(strings.TrimPrefix(l, "data: ")) } }`, []string{"data", "retry"}},
		{"cut prefix", `func f(l string) { if v, ok := strings.CutPrefix(l, "id:"); ok { id(strings.TrimSpace(v)) }; if v, ok := strings.CutPrefix(l, "data:"); ok { data(v) } }`, []string{"data", "id"}},
		{"cut and switch", `func f(l string) { n, v, _ := strings.Cut(l, ":"); v = strings.TrimPrefix(v, " "); switch n { case "id": id(v); case "data": data(v); case "retry": retry(v) } }`, []string{"data", "id", "retry"}},
		{"split and if", `func f(l string) { p := strings.SplitN(l, ":", 2); if p[0] == "id" { id(p[1]) }; if p[0] == "data" { data(p[1]) } }`, []string{"data", "id"}},
		{"bytes", `var key = []byte("id")
			func f(l []byte) { n, v, _ := bytes.Cut(l, []byte(":")); switch { case bytes.Equal(n, key): id(string(v)); case string(n) == "data": data(string(v)) } }`, []string{"data", "id"}},
		{"slice compared", `func f(l string) { if len(l) > 5 && l[:5] == "data:" { data(l[5:]) }; if len(l) > 3 && l[:3] == "id:" { id(l[3:]) } }`, []string{"data", "id"}},
		{"variable", `func f(ls []string) { last := ""; for _, l := range ls { n, v, _ := strings.Cut(l, ":"); if n == "id" { last = v } else if n == "data" { data(v) } }; id(last) }`, []string{"data", "id"}},
		{"struct", `type ev struct{ id, data string }
			func f(ls []string) { var e ev; for _, l := range ls { n, v, _ := strings.Cut(l, ":"); if n == "id" { e.id = v } else if n == "data" { e.data = v } }; id(e.id); data(e.data) }`, []string{"data", "id"}},
		{"names only", `func f(k, v string) { if k == "data" { data(v) } }`, nil},
		{"other text", `func f(l string) { if strings.HasPrefix(l, "id: ") { id(l) } }`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := load(t, tc.src+"\nfunc id(string) {}\nfunc data(string) {}\nfunc retry(string) {}\n")
			var got []string
			for _, field := range []string{FieldData, FieldID, FieldRetry} {
				reached := r.Flow.From(Value, r.Parts(field)...)
				for _, name := range []string{FieldData, FieldID, FieldRetry} {
					if reached[r.fn(t, name).Params[0]] {
						if name != field {
							t.Errorf("the value of %s reaches %s", field, name)
						}
						got = append(got, name)
					}
				}
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestSends(t *testing.T) {
	for _, tc := range []struct {
		name, src string
		want      []string
	}{
		{"field", "type msg struct { M string `json:\"method\"` }\nfunc f() any { return msg{M: \"tools/list\"} }", []string{"tools/list"}},
		{"other field", "type msg struct { M string `json:\"m\"` }\nfunc f() any { return msg{M: \"tools/list\"} }", nil},
		{"map", `func f() any { return map[string]any{"method": "initialize"} }`, []string{"initialize"}},
		{"text", "func f() string { return `{\"jsonrpc\":\"2.0\",\"method\":\"server/discover\"}` }", []string{"server/discover"}},
		{"parameter", `type msg struct { Method string }
			func call(m string) { _ = &msg{Method: m} }
			func via(m string) { call(m) }
			func f() { via("tools/list"); call("initialize") }`, []string{"initialize", "tools/list"}},
		{"interface", `type rpc interface { Call(ctx context.Context, method string, params any) error }
			func f(r rpc) { r.Call(nil, "resources/read", nil) }`, []string{"resources/read"}},
		{"dispatch", `func f(m string) bool { switch m { case "tools/list": return true }; return m == "initialize" }`, nil},
		{"registration", `func f(h map[string]func()) { h["tools/list"] = func() {} }`, nil},
		{"log", `func f(log func(...any)) { log("tools/list", "initialize") }`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := load(t, tc.src)
			var got []string
			for _, s := range r.Sends {
				got = append(got, s.Method)
			}
			slices.Sort(got)
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestRounds(t *testing.T) {
	const parts = `
		type c struct { url string; last string; d time.Duration }
		func (c *c) open() (*http.Response, error) { r, _ := http.NewRequest("GET", c.url, nil); r.Header.Set("Accept", "text/event-stream"); return http.DefaultClient.Do(r) }
		func (c *c) read(r *http.Response) { s := bufio.NewScanner(r.Body); for s.Scan() { if v, ok := strings.CutPrefix(s.Text(), "data:"); ok { c.last = v }; if v, ok := strings.CutPrefix(s.Text(), "retry:"); ok { n, _ := strconv.Atoi(v); c.d = time.Duration(n) } } }
		`
	for _, tc := range []struct {
		name, src string
		want      string
	}{
		{"loop", `func (c *c) f() { for { r, _ := c.open(); c.read(r); time.Sleep(1) } }`, "loop ignores"},
		{"loop that asks", `func (c *c) f() { for { r, _ := c.open(); c.read(r); time.Sleep(c.d) } }`, "loop honours"},
		{"no delay", `func (c *c) f() { for { r, _ := c.open(); c.read(r) } }`, "loop at once"},
		{"in one call", `func (c *c) once() { r, _ := c.open(); c.read(r) }
			func (c *c) f() { for { c.once(); wait(c.d) } }
			func wait(d time.Duration) { <-time.After(d) }`, "loop honours"},
		{"delay of another caller", `func (c *c) once() { r, _ := c.open(); c.read(r) }
			func (c *c) f() { for { c.once(); wait(1) } }
			func (c *c) g() { wait(c.d) }
			func wait(d time.Duration) { <-time.After(d) }`, "loop ignores"},
		{"awaited goroutine", `func (c *c) f() { for { r, _ := c.open(); done := make(chan int); go func() { defer close(done); c.read(r) }(); <-done } }`, "loop at once"},
		{"goroutine left behind", `func (c *c) start() { r, _ := c.open(); go c.read(r) }
			func (c *c) f() { for { if c.last == "" { c.start() }; time.Sleep(1) } }`, ""},
		{"calls", `func (c *c) a() { r, _ := c.open(); go c.b(r) }
			func (c *c) b(r *http.Response) { c.read(r); time.AfterFunc(1, c.a); c.a() }`, "cycle ignores"},
		{"once", `func (c *c) f() { r, _ := c.open(); c.read(r) }`, ""},
		{"until open", `func (c *c) f() { for { r, err := c.open(); if err == nil { c.read(r); return }; time.Sleep(1) } }`, ""},
		{"list", `func f(l []*c) { for _, c := range l { r, _ := c.open(); c.read(r) } }`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := load(t, parts+tc.src)
			var got []string
			for _, o := range r.Rounds() {
				s := "loop"
				if o.Loop == nil {
					s = "cycle"
				}
				switch d := r.Delays(o); {
				case len(d) == 0:
					s += " at once"
				case r.Honours(d):
					s += " honours"
				default:
					s += " ignores"
				}
				got = append(got, s)
			}
			if s := strings.Join(got, ", "); s != tc.want {
				t.Errorf("got %q, want %q", s, tc.want)
			}
		})
	}
}
