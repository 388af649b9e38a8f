// Package taskredo defines an Analyzer that reports tasks that are created
// again, or taken for rolled back, although they may have had their effect.
//
// # Analyzer taskredo
//
// taskredo: report tasks that are created again or taken for rolled back
//
// A task's id is made by the server and comes with the answer that creates the
// task. If that answer is lost, the task may exist and run, and the client has
// nothing to ask for it by: creating the task again can do its work twice.
// What a task says later is no proof either. tasks/cancel is a request; the
// server answers with the status cancelled and keeps it even if the work runs
// to its end. A task that failed may have acted before it failed. One that is
// not found may have been purged, or belong to another authorization context.
//
// The analyzer reports
//
//   - a tools/call with a task that can be sent again after an attempt whose
//     outcome is unknown;
//   - the same call made again, or a compensation (refund, release, requeue),
//     or a record as rolled back or not executed, that happens only because
//     tasks/cancel was sent, because the status is cancelled or failed (for
//     compensations under -strict), or because tasks/get or tasks/result gave
//     an error; after such an error also a record as failed or cancelled.
//
// Unsafe:
//
//	task, err := c.GetTask(ctx, get)
//	if err != nil || task.Status == mcp.TaskStatusCancelled {
//		return start(ctx, order) // the first task may have placed the order
//	}
//
// Safe:
//
//	task, err := c.WaitForTask(ctx, get, time.Second)
//	if err != nil || task.Status != mcp.TaskStatusCompleted {
//		return orders.SetStatus(ctx, id, "unknown") // reconciled later
//	}
//
// It is silent on polling, which may be repeated at will, on task ids that are
// stored and asked for again, on statuses recorded as what they are (failed as
// failed, cancelled as cancelled), on another task in the place of a cancelled
// one, and on tools that read.
//
// Class D. Grounds: the receiver makes the ids
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-id-requirements);
// a cancelled task stays cancelled whatever becomes of the work
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-cancellation);
// purged and foreign tasks look like unknown ones
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#protocol-errors);
// and the same of the extension of 2026
// (https://modelcontextprotocol.io/extensions/tasks/overview), which tells
// clients to keep task ids in durable storage.
package taskredo
