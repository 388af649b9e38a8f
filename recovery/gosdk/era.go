package gosdk

import (
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Era returns the era of the revision that the session has negotiated.
func Era(s *mcp.ClientSession) recovery.Era {
	if s == nil || s.InitializeResult() == nil {
		return recovery.EraUnknown
	}
	return recovery.EraOf(s.InitializeResult().ProtocolVersion)
}
