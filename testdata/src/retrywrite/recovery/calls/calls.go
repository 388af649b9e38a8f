// Package calls classifies and judges for others.
package calls

import (
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/gosdk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Outcome of a call.
func Outcome(res *mcp.CallToolResult, err error) recovery.Outcome { return gosdk.Classify(res, err) }

// MayRepeat says whether a write may be called again.
func MayRepeat(o recovery.Outcome) bool { return o == recovery.NotSent || o == recovery.Refused }

// Failed says whether there is no success, which licenses nothing.
func Failed(o recovery.Outcome) bool { return o != recovery.Done }
