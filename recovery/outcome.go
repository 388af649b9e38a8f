package recovery

import (
	"fmt"
	"strconv"
)

// An Outcome is what a client knows about one attempt at tools/call: not what
// happened, but what it can tell from what it observed.
//
// The zero value is [Unknown], so that a forgotten classification licenses
// nothing.
type Outcome uint8

const (
	// Unknown: no response was observed. The tool may have run, may still be
	// running, or may never have been reached. A time limit, a cancellation,
	// a broken stream, a 5xx status and every error that nothing more is known
	// about end here.
	//
	// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
	// (disconnection is not cancellation),
	// https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#behavior-requirements
	// (a cancellation may be ignored or come too late).
	Unknown Outcome = iota
	// NotSent: the request never left the client.
	NotSent
	// Refused: the peer rejected the request instead of executing it.
	Refused
	// Answered: a response was observed, and it is not a success: an error
	// result, an error object that says nothing about execution, or a request
	// for input that makes the call incomplete. The tool may have had effects.
	//
	// https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling
	Answered
	// Done: a result was observed, and it is not an error result.
	Done

	numOutcomes = iota
)

var outcomeNames = [numOutcomes]string{"unknown", "not sent", "refused", "answered", "done"}

// String returns the name of the outcome in lower case.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return "Outcome(" + strconv.Itoa(int(o)) + ")"
}

// NeverExecuted reports whether the attempt is known to have had no effect,
// because the request was not sent or was rejected before the tool ran. It is
// the only property of an outcome that licenses a second attempt at a write
// without further evidence. What it rests on, and the servers it does not hold
// for, is said where the outcome comes from: the Classify functions of
// recovery/gosdk and recovery/mcpgo.
//
//mcplint:noeffect "NotSent and Refused are given only to requests that did not reach the tool"
func (o Outcome) NeverExecuted() bool { return o == NotSent || o == Refused }

// Lost reports whether no response was observed, so that the question of what
// to do next is one for [Decide]. A value that is none of the constants is
// lost.
func (o Outcome) Lost() bool { return o == Unknown || o >= numOutcomes }

// MarshalText encodes the outcome as its name.
func (o Outcome) MarshalText() ([]byte, error) { return marshalName(o, outcomeNames[:]) }

// UnmarshalText decodes a name written by MarshalText.
func (o *Outcome) UnmarshalText(text []byte) error { return unmarshalName(o, outcomeNames[:], text) }

// The enumerations of this package travel by name in logs and journals:
// numbers would change their meaning with the next constant.

func marshalName[E ~uint8](e E, names []string) ([]byte, error) {
	if int(e) >= len(names) {
		return nil, fmt.Errorf("recovery: %T(%d) has no name", e, e)
	}
	return []byte(names[e]), nil
}

func unmarshalName[E ~uint8](e *E, names []string, text []byte) error {
	for i, name := range names {
		if name == string(text) {
			*e = E(i)
			return nil
		}
	}
	return fmt.Errorf("recovery: %q is no name of a %T", text, *e)
}
