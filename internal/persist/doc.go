// Package persist tells where a program writes down, for good, that something
// did not happen: a status such as "failed" or "rolled back" that reaches a
// store, and calls that undo what went before (a refund, a release, a
// roll-back, a re-queueing).
//
// It knows nothing of MCP and decides nothing: which records are wrong is for
// the analyzers to say. What it recognises are tables of the Go database
// libraries, and names with signatures: of methods that store, of fields,
// parameters, types and columns that hold a status, and of the statuses
// themselves.
package persist
