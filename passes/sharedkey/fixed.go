package sharedkey

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/identity"
)

// What makes a key the same for all operations.
const (
	nothing  = iota
	constant // it is written in the program
	session  // it is the id of the session
	process  // it is minted when the program starts
)

// sameForAll says why a key is the same whenever the call in fn is made, ""
// if it is not.
func (c checker) sameForAll(key identity.Term, fn *ssa.Function) (how string, is int) {
	if effect.IsEmpty(key) {
		return "", nothing
	}
	switch leaves := leavesOf(c.ResolveFields(key, fn)); {
	case leaves.other:
		return "", nothing
	case leaves.session:
		return "is the id of the session, one for all calls,", session
	case leaves.minted:
		if key.Has(identity.Global) && c.CalledOften(fn) {
			return "is minted once for the whole process", process
		}
		return "", nothing
	case leaves.constant:
		return "is a constant", constant
	}
	return "", nothing
}

type leaves struct{ constant, session, minted, other bool }

// leavesOf tells what a key is made of.
func leavesOf(t identity.Term) leaves {
	var l leaves
	t.Walk(func(s identity.Term) bool {
		switch s.Kind {
		case identity.Const:
			l.constant = l.constant || s.Name != "zero"
		case identity.SessionID:
			l.session = true
			return false // whose id it is
		case identity.Mint, identity.Time:
			l.minted = true
			return false
		case identity.Compose, identity.Entry:
			l.other = l.other || s.Name == "element"
		default:
			l.other = true
		}
		return true
	})
	return l
}

// differs reports whether the arguments are others for another call: they
// come from parameters, or from what is iterated or received.
func differs(args identity.Term) bool {
	return args.Has(identity.Param, identity.Data, identity.Carried, identity.Counter)
}
