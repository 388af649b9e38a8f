package knowledge

import "sync"

// RoundFields returns where the struct type named name keeps the requestState
// and the inputResponses that a request brings back when it goes on with an
// earlier one; nil paths for a request of any kind, whose parameters are in
// its field Params. ok is false for the types of SDKs without rounds.
func RoundFields(name string) (state, inputs []string, ok bool) {
	switch name {
	case goSDK + "mcp.CallToolParams", goSDK + "mcp.GetPromptParams", goSDK + "mcp.ReadResourceParams":
		return []string{"RequestState"}, []string{"InputResponses"}, true
	case mcpGo + "mcp.CallToolRequest", mcpGo + "mcp.GetPromptRequest", mcpGo + "mcp.ReadResourceRequest":
		in := func(field string) []string { return []string{"Params", RoundEmbedded, field} }
		return in("RequestState"), in("InputResponses"), true
	case mcpGo + "client/transport.JSONRPCRequest":
		return nil, nil, true
	}
	return nil, nil, false
}

// RoundEmbedded is the struct that mcp-go embeds in the parameters of every
// request that can have rounds.
const RoundEmbedded = "MultiRoundTripParams"

// RoundParam reports whether the field named name ("example.com/pkg.Type.Field")
// is the requestState or the inputResponses of a request.
func RoundParam(name string) bool { return roundParams()[name] }

var roundParams = sync.OnceValue(func() map[string]bool {
	return set(
		goSDK+"mcp.CallToolParams.RequestState", goSDK+"mcp.CallToolParams.InputResponses",
		goSDK+"mcp.GetPromptParams.RequestState", goSDK+"mcp.GetPromptParams.InputResponses",
		goSDK+"mcp.ReadResourceParams.RequestState", goSDK+"mcp.ReadResourceParams.InputResponses",
		mcpGo+"mcp.MultiRoundTripParams.RequestState", mcpGo+"mcp.MultiRoundTripParams.InputResponses",
	)
})

// RoundResult returns what the field named name of a result says of a round:
// "requestState", "inputRequests" or "resultType".
func RoundResult(name string) string { return roundResults()[name] }

var roundResults = sync.OnceValue(func() map[string]string {
	return map[string]string{
		goSDK + "mcp.CallToolResult.RequestState":        "requestState",
		goSDK + "mcp.CallToolResult.InputRequests":       "inputRequests",
		goSDK + "mcp.GetPromptResult.RequestState":       "requestState",
		goSDK + "mcp.GetPromptResult.InputRequests":      "inputRequests",
		goSDK + "mcp.ReadResourceResult.RequestState":    "requestState",
		goSDK + "mcp.ReadResourceResult.InputRequests":   "inputRequests",
		mcpGo + "mcp.MultiRoundTripResult.RequestState":  "requestState",
		mcpGo + "mcp.MultiRoundTripResult.InputRequests": "inputRequests",
		mcpGo + "mcp.Result.ResultType":                  "resultType",
	}
})

// RoundsOff names the field of go-sdk that switches its own rounds off, and the
// constructor that takes it. mcp-go's cannot be switched off: its CallTool
// gives the last result or an error.
const (
	RoundsOffField  = goSDK + "mcp.MultiRoundTripOptions.Disabled"
	RoundsOffOption = "MultiRoundTrip"
	RoundsClient    = goSDK + "mcp.NewClient"
)

// Encodes reports whether the function named fullName encodes its first argument
// with its members kept, so that they can be looked for in what it returns.
func Encodes(fullName string) bool {
	return fullName == "encoding/json.Marshal" || fullName == "encoding/json.MarshalIndent"
}

// Decodes returns the argument that the function named fullName takes apart.
// JSON is not among them: a state may have come in JSON.
func Decodes(fullName string) (arg int, ok bool) {
	arg, ok = decoders()[fullName]
	return arg, ok
}

var decoders = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"(*encoding/base64.Encoding).DecodeString": 0,
		"(*encoding/base32.Encoding).DecodeString": 0,
		"encoding/hex.DecodeString":                0,
		"net/url.ParseQuery":                       0,
		"net/url.Parse":                            0,
		"strings.Split":                            0,
		"strings.SplitN":                           0,
		"strings.SplitSeq":                         0,
		"strings.Cut":                              0,
		"strings.Fields":                           0,
		"strconv.Atoi":                             0,
		"strconv.ParseInt":                         0,
	}
})

// ClientType reports whether the type named name is go-sdk's client or
// session.
func ClientType(name string) bool {
	return name == goSDK+"mcp.Client" || name == goSDK+"mcp.ClientSession"
}

// ToolResult reports whether the type named name is the result of tools/call
// of the SDK that lets its rounds be switched off.
func ToolResult(name string) bool { return name == goSDK+"mcp.CallToolResult" }
