package recovery

import "errors"

const (
	spec2511 = "https://modelcontextprotocol.io/specification/2025-11-25/"
	spec2607 = "https://modelcontextprotocol.io/specification/2026-07-28/"
	// HTTP's rule on automatic retries: not unless the request is known to be
	// idempotent, or the original is known to have never been applied.
	httpRetries = "https://www.rfc-editor.org/rfc/rfc9110.html#section-9.2.2"
)

// The grounds of decisions.
var (
	ruleResume = Rule{
		"a broken stream of this era is resumed with GET and the stream's last event id, which executes nothing",
		spec2511 + "basic/transports#resumability-and-redelivery",
	}
	ruleNewSessionLegacy = Rule{
		"the session is gone: a new one begins without a session id and remembers nothing of the old one",
		spec2511 + "basic/transports#session-management",
	}
	ruleNewSessionModern = Rule{
		"the connection is gone: state is scoped to the request, and no notification is replayed",
		spec2607 + "basic/patterns#subscribe-and-notify",
	}
	ruleReissueLegacy = Rule{
		"a tool without effect may be called again, as a new request with an id not used in the session",
		spec2511 + "basic#requests",
	}
	ruleReissueModern = Rule{
		"a request lost with its stream is issued again as a new request with a new id, and this tool has no effect",
		spec2607 + "changelog#major-changes",
	}
	ruleSettle = Rule{
		"a status source has the effect: the operation is done and must not be repeated",
		httpRetries,
	}
	ruleNoEffect = Rule{
		"a definitive source says that the earlier attempts had no effect and will have none",
		httpRetries,
	}
	ruleContract = Rule{
		"the provider promises that a repeat with this key and these arguments has no second effect",
		httpRetries,
	}
	ruleReconcileLegacy = Rule{
		"the tool may have run or may still be running, since a disconnection cancels nothing: find out before anything else",
		spec2511 + "basic/transports#sending-messages-to-the-server",
	}
	ruleReconcileModern = Rule{
		"the tool may have run, since the cancellation that a disconnection implies may come too late: find out before anything else",
		spec2607 + "basic/patterns/cancellation#behavior-requirements",
	}
	ruleMissing = Rule{
		"not found is not no effect: the record may be late, purged or hidden from this caller",
		spec2511 + "basic/utilities/tasks#protocol-errors",
	}
	ruleUndecided = Rule{
		"nothing says that the earlier attempts had no effect, and nothing prevents a second one",
		httpRetries,
	}
)

// Decide says what to do next when the response to a tools/call is lost: the
// [Outcome] is [Unknown], or the process that made the call did not live to
// see one. Act on the decision, then decide again with what is known by then.
//
// In this order: an effect that is known to be there settles the operation. A
// stream that can be resumed is resumed, unless a definitive source has made
// its answer superfluous. A lost connection is replaced before anything else
// is tried. A read is issued again as a new observation. A write is repeated
// only on a definitive statement that it had no effect, or under a complete
// [Contract]; else a status source is asked; and where that gives no
// definitive answer, the operation is held.
//
// An [Era] or a transport fact alone never repeats a write. A value that is
// none of the constants of its type counts as the most careful one.
func Decide(s Situation) Decision {
	write := s.Effect != EffectRead
	contract := s.Contract.Check(s.Since)
	switch {
	case write && s.Reconciliation == Accepted:
		return s.decide(Settle, ruleSettle, factReconciliation(s))
	case s.Era == Legacy && s.Cursor != "" && !s.ConnectionLost && !(write && s.Reconciliation == NoEffect):
		d := s.decide(ResumeStream, ruleResume, Evidence{"cursor", s.Cursor})
		if s.Retry > 0 {
			d.Delay = s.Retry
			d.Evidence = append(d.Evidence, Evidence{"retry", s.Retry.String()})
		}
		return d
	case s.ConnectionLost:
		rule := ruleNewSessionLegacy
		if s.Era == Modern {
			rule = ruleNewSessionModern
		}
		return s.decide(NewSession, rule, Evidence{"connection", "lost"})
	case !write:
		rule := ruleReissueLegacy
		if s.Era == Modern {
			rule = ruleReissueModern
		}
		return s.decide(ReissueRead, rule)
	case s.Reconciliation == NoEffect:
		d := s.decide(RepeatWithEvidence, ruleNoEffect, factReconciliation(s))
		d.Key = s.Contract.Key
		return d
	case contract == nil:
		d := s.decide(RepeatWithEvidence, ruleContract,
			Evidence{"key", s.Contract.Key},
			Evidence{"scope", s.Contract.Scope},
			Evidence{"payload bound", "true"},
			Evidence{"atomic", "true"},
			Evidence{"propagated", "true"},
			Evidence{"window", s.Contract.Window.String()},
			Evidence{"since first attempt", s.Since.String()})
		d.Key = s.Contract.Key
		d.Within = s.Contract.Window - s.Since
		return d
	case s.Reconciliation == NotAsked:
		rule := ruleReconcileLegacy
		if s.Era == Modern {
			rule = ruleReconcileModern
		}
		return s.decide(Reconcile, rule, factReconciliation(s), factContract(contract))
	case s.Reconciliation == Missing:
		return s.decide(Hold, ruleMissing, factReconciliation(s), factContract(contract))
	}
	return s.decide(Hold, ruleUndecided, factReconciliation(s), factContract(contract))
}

// decide makes a decision whose evidence begins with what every decision
// considers.
func (s Situation) decide(a Action, why Rule, facts ...Evidence) Decision {
	evidence := []Evidence{{"era", s.Era.String()}, {"effect", s.Effect.String()}}
	return Decision{Action: a, Reason: why, Evidence: append(evidence, facts...)}
}

func factReconciliation(s Situation) Evidence {
	return Evidence{"reconciliation", s.Reconciliation.String()}
}

// factContract says what keeps the contract from licensing a repeat.
func factContract(err error) Evidence {
	lacks := "complete"
	var c *ContractError
	if errors.As(err, &c) {
		lacks = "lacks"
		for i, what := range c.Lacks {
			lacks += []string{" ", ", "}[min(i, 1)] + what
		}
	}
	return Evidence{"contract", lacks}
}
