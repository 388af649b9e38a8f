package mcpgo

import (
	"github.com/mark3labs/mcp-go/client"
	"github.com/mcprecovery/mcplint/recovery"
)

// Era returns the era of the revision that the client has negotiated;
// [recovery.EraUnknown] before Initialize.
func Era(c *client.Client) recovery.Era {
	if c == nil || !c.IsInitialized() {
		return recovery.EraUnknown
	}
	return recovery.EraOf(c.ProtocolVersion())
}
