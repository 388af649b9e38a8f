package knowledge

import "testing"

// TestProbes looks for the symbols that tell versions apart, in versions with
// and without them.
func TestProbes(t *testing.T) {
	for _, c := range []struct {
		dir  string
		path string
		want []Feature
	}{
		{"go-sdk@v1.1.0", goSDK + "mcp", nil},
		{"go-sdk@v1.1.0", goSDK + "jsonrpc", nil},
		{"go-sdk@v1.2.0", goSDK + "jsonrpc", []Feature{CarriesCode}},
		{"go-sdk@v1.2.0", goSDK + "mcp", nil},
		{"go-sdk@v1.6.1", goSDK + "mcp", []Feature{ExportsSessionMissing}},
		{"", goSDK + "mcp", []Feature{ExportsSessionMissing, RoundTrips, ChoosesVersion}},
		{"mcp-go@v0.43.2", mcpGo + "client", nil},
		{"mcp-go@v0.43.2", mcpGo + "mcp", nil},
		{"mcp-go@v1.1.1", mcpGo + "client", []Feature{ChoosesVersion}},
		{"mcp-go@v1.1.1", mcpGo + "mcp", []Feature{RoundTrips}},
		{"", mcpGo + "client", []Feature{ResumesAfter404, ChoosesVersion}},
	} {
		pkg := loaded(t, c.dir)[c.path]
		if pkg == nil {
			t.Fatalf("%s: %s was not loaded", c.dir, c.path)
		}
		want := make(map[Feature]bool)
		for _, f := range c.want {
			want[f] = true
		}
		for _, p := range Probes {
			if p.Package == c.path && p.In(pkg) != want[p.Feature] {
				t.Errorf("%s: %s: feature %d found: %v, want %v", c.dir, p.Symbol, p.Feature, p.In(pkg), want[p.Feature])
			}
			if p.Package == c.path && Lacks(pkg, p.Feature) == want[p.Feature] {
				t.Errorf("%s: %s: feature %d is lacking: %v", c.dir, p.Symbol, p.Feature, want[p.Feature])
			}
		}
		if c.path != mcpGo+"client" && Lacks(pkg, ResumesAfter404) {
			t.Errorf("%s: %s lacks what it never had", c.dir, c.path)
		}
	}
}
