package recovery

import (
	"fmt"
	"strings"
	"time"
)

// A Contract is what the provider behind a tool has documented about repeated
// calls. The protocol has no such promise: a field named idempotencyKey means
// nothing unless the provider says so, and a hint of the server is no promise.
//
// https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool
// (annotations are hints). See [Contract.Check] for when it is complete.
type Contract struct {
	// Key is the value by which the provider recognises the operation, the
	// same in every attempt. It is minted once per authorised operation and
	// is no identifier of the transport: no JSON-RPC id, session id, event id
	// or progress token.
	Key string
	// Scope is what the key is unique in, such as "account" or "tenant 7".
	Scope string
	// PayloadBound: the provider ties the key to the arguments, and rejects
	// it with other arguments.
	PayloadBound bool
	// Atomic: the key is recorded in the same step as the effect, so that
	// neither a crash between the two nor an attempt that is still running
	// lets a second one through.
	Atomic bool
	// Propagated: the key is known to travel through the MCP server to the
	// provider that looks at it.
	Propagated bool
	// Window is how long the provider remembers a key, counted from the first
	// attempt. Subtract the longest time that a repeat may take to arrive.
	Window time.Duration
}

// A ContractError lists what a duplicate-prevention contract lacks.
type ContractError struct {
	Lacks []string // in the order of the fields of Contract
}

func (e *ContractError) Error() string {
	return "recovery: no complete duplicate-prevention contract: " + strings.Join(e.Lacks, ", ")
}

// Check returns nil if a repeat with the same key and the same arguments, sent
// now, is promised to have no second effect. since is the time since the first
// attempt began, by a clock that survives restarts. The error is a
// *[ContractError].
func (c Contract) Check(since time.Duration) error {
	var lacks []string
	need := func(ok bool, what string) {
		if !ok {
			lacks = append(lacks, what)
		}
	}
	need(c.Key != "", "key")
	need(c.Scope != "", "scope")
	need(c.PayloadBound, "payload bound")
	need(c.Atomic, "atomic")
	need(c.Propagated, "propagated")
	switch {
	case c.Window <= 0:
		need(false, "window")
	case since < 0:
		need(false, "time since the first attempt")
	case since >= c.Window:
		need(false, fmt.Sprintf("window (over: %v of %v)", since, c.Window))
	}
	if lacks != nil {
		return &ContractError{Lacks: lacks}
	}
	return nil
}
