// Package resumegap defines an Analyzer that reports reconnects that are taken
// as proof that nothing was lost.
//
// # Analyzer resumegap
//
// resumegap: report reconnects after which stale tools, resources or tasks go on being used
//
// A client learns of changes by notifications: notifications/tools/list_changed
// and its relatives, resource updates, the progress and the status of tasks.
// Nothing promises that they arrive. A server may replay what followed the
// event id that a resume presents, and need not: its buffer may have dropped
// those events, and it answers 200 with a later one. Event ids have no order
// that would show the gap, and no marker does. A new session, and a new
// subscriptions/listen of the 2026-07-28 edition, replay nothing at all.
//
// So a reconnect that merely succeeded (HTTP 200, a live stream, a nil error,
// an acknowledged subscription) says nothing of what was missed. The analyzer
// reports one after which lists of tools, resources or prompts, contents of
// resources or states of tasks that were read before go on being used, and
// are neither read anew nor dropped.
//
// Unsafe:
//
//	func (c *Client) Call(ctx context.Context, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
//		if _, ok := c.tools[p.Name]; !ok {
//			return nil, errNoTool
//		}
//		res, err := c.session.CallTool(ctx, p)
//		if errors.Is(err, mcp.ErrConnectionClosed) {
//			c.session, err = c.client.Connect(ctx, c.transport(), nil)
//		}
//		…
//	}
//
// Safe:
//
//	c.session, err = c.client.Connect(ctx, c.transport(), nil)
//	if err == nil {
//		err = c.loadTools(ctx) // tools/list
//	}
//
// It is silent where nothing of the kind is kept, where it is read anew in the
// function, in what it calls, in a callback or in a caller after the
// reconnect, where it is emptied so that the next use reads it, where it is
// read anew as time goes by, where a stream is resumed for the answer of one
// call that was sent before, and where an event id is checked by a function
// that //mcplint:eventorder marks, or by recovery.ValidateResumption. Mark a
// function that re-reads everything in ways that the analyzer cannot see with
// //mcplint:rederives. That the first event has the id that was presented, or
// has none, proves nothing.
//
// The fix calls the method that reads the state, where the function has a
// context and an error result for it.
//
// Class D: no edition promises continuity
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery,
// https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#graceful-closure).
package resumegap
