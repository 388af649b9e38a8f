package knowledge

import (
	"go/types"
	"slices"
)

// A Feature is a behaviour that only some versions of an SDK have.
type Feature uint8

// The features.
const (
	NoFeature Feature = iota
	// ResumesAfter404: mcp-go resumes broken streams (>= 1.2), so that
	// ErrSessionTerminated can follow an executed call: see [Mode].
	ResumesAfter404
	// ExportsSessionMissing: go-sdk (>= 1.4) has mcp.ErrSessionMissing; before,
	// programs could only search the text.
	ExportsSessionMissing
	// RoundTrips: the SDK speaks 2026-07-28 and its results can ask for input
	// (go-sdk >= 1.7, mcp-go >= 1.0).
	RoundTrips
	// ChoosesVersion: the client chooses the protocol version (go-sdk >= 1.8,
	// mcp-go >= 1.0).
	ChoosesVersion
	// CarriesCode: errors of the transport carry a JSON-RPC code (go-sdk >=
	// 1.2), so that errors.As with *jsonrpc.Error proves nothing.
	CarriesCode
)

// A Probe tells versions of an SDK apart by a symbol: the feature is there if
// the symbol is. Looking it up needs the whole package, which only its own
// analysis sees; importers need a fact of it. Without a fact the newest
// behaviour is assumed.
type Probe struct {
	Package string // the package to look into
	Symbol  string // a function, method, variable, type or field, named as in the other tables
	Feature Feature
}

// Probes are the symbols to look for. Checked against the modules in
// testdata/src and testdata/sdk, with and without the symbols.
var Probes = []Probe{
	{mcpGo + "client", "(*" + mcpGo + "client.Client).ListTasksByPage", ResumesAfter404},
	{mcpGo + "mcp", mcpGo + "mcp.MultiRoundTripResult", RoundTrips},
	{mcpGo + "client", mcpGo + "client.WithProtocolVersion", ChoosesVersion},
	{goSDK + "mcp", goSDK + "mcp.ErrSessionMissing", ExportsSessionMissing},
	{goSDK + "mcp", "(*" + goSDK + "mcp.CallToolResult).NeedsInput", RoundTrips},
	{goSDK + "mcp", goSDK + "mcp.ClientSessionOptions.ProtocolVersion", ChoosesVersion},
	{goSDK + "jsonrpc", goSDK + "jsonrpc.Error", CarriesCode},
}

// Lacks reports whether pkg is a package of an SDK that would have the feature,
// in a version that does not. Nothing is known of other packages.
func Lacks(pkg *types.Package, f Feature) bool {
	return slices.ContainsFunc(Probes, func(p Probe) bool {
		return p.Feature == f && p.Package == strip(pkg.Path()) && !p.In(pkg)
	})
}

// In reports whether the symbol is in pkg.
func (p Probe) In(pkg *types.Package) bool {
	return strip(pkg.Path()) == p.Package && Lookup(pkg, p.Symbol) != nil
}
