// Package intentlog defines an Analyzer that reports calls with consequences
// that no journal knows of before they are made.
//
// # Analyzer intentlog
//
// intentlog: report tools/call without its intent in a journal
//
// A process that ends between a call and its answer leaves nothing behind that
// says what it had asked for. Whoever is started in its place books the room
// again, or does not book it at all, and finds neither the key to ask the
// provider by nor the arguments to compare. The protocol has no memory of its
// own: a request that was answered to a dead process is over. What was asked of
// whom has to be written down before it is asked, where a crash does not reach.
//
// The analyzer reports calls of tools with consequences that can be reached
// without a write to a journal before, or in spite of an error of it. A
// journal is
//
//   - a function that the setting -intentlog.journal names (pkg.Func or
//     pkg.Type.Method; the method of an interface, if it is called through that);
//   - recovery.Begin, the Attempt of a recovery.Operation, and the Append of a
//     recovery.Journal, of the package that comes with this tool, and of what
//     implements it;
//   - a function, also of another package, that calls one of these whenever it
//     returns no error.
//
// Unsafe:
//
//	res, err := session.CallTool(ctx, params)
//
// Safe:
//
//	if err := journal.Begin(ctx, key, params); err != nil {
//		return err
//	}
//	res, err := session.CallTool(ctx, params)
//
// It is silent on tools that read; on functions whose every caller in the
// package writes first, if no other package can call them; on a function that
// is given the name of the tool, whose callers are judged instead; and on the
// handlers of job and workflow engines, which write their jobs down. A loop that
// calls for each of several elements wants an entry for each.
//
// It runs if it is asked for: -with=intentlog.
//
// Class D: the specification asks clients to keep the ids of tasks in durable
// storage (https://modelcontextprotocol.io/extensions/tasks/overview,
// https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#audit-and-logging)
// and makes every request stand for itself
// (https://modelcontextprotocol.io/specification/2026-07-28/basic#statelessness);
// of other calls it says nothing.
package intentlog
