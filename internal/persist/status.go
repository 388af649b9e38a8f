// This file tells what a status claims, by its words.

package persist

import (
	"slices"

	"github.com/mcprecovery/mcplint/internal/words"
)

// A Kind says what a record claims.
type Kind uint8

// The kinds of records.
const (
	None        Kind = iota
	Failed           // it failed, was rejected or did not succeed
	NotExecuted      // it did not run
	RolledBack       // it was undone
	Cancelled        // it was cancelled
	Compensated      // what went before is undone
	Requeued         // it is handed out again
)

// statusWords are the words of a status that ends the matter without success.
var statusWords = map[string]Kind{
	"failed": Failed, "failure": Failed, "fail": Failed, "error": Failed, "errored": Failed,
	"rejected": Failed, "declined": Failed, "denied": Failed, "refused": Failed, "unsuccessful": Failed,
	"aborted":   Cancelled,
	"cancelled": Cancelled, "canceled": Cancelled,
	"unexecuted": NotExecuted, "notexecuted": NotExecuted, "unsent": NotExecuted, "notsent": NotExecuted,
	"rolledback": RolledBack, "reverted": RolledBack, "undone": RolledBack, "voided": RolledBack,
	"compensated": RolledBack, "refunded": RolledBack, "released": RolledBack,
}

// openWords are the words of a status that leaves it open what happened, or
// says that somebody still looks at it.
var openWords = []string{
	"unknown", "pending", "indeterminate", "ambiguous", "uncertain", "undetermined", "unresolved",
	"unconfirmed", "unverified", "unclear", "review", "reconcile", "reconciling", "reconciliation",
	"doubt", "lost", "timeout", "timedout", "expired", "retry", "retrying", "retryable", "waiting",
	"held", "hold", "manual", "attention", "investigate", "inconclusive", "maybe", "possibly",
	"partial", "partially", "running", "progress", "processing", "unavailable", "interrupted",
}

// maxWords bounds what is read as a status: more words are a sentence.
const maxWords = 4

// statusOf says what a status of that name or text claims.
func statusOf(name string) Kind {
	w := words.Split(name)
	if len(w) == 0 || len(w) > maxWords {
		return None
	}
	kind := None
	for i, s := range w {
		if slices.Contains(openWords, s) {
			return None
		}
		k := statusWords[s]
		if i > 0 {
			switch {
			case w[i-1] == "rolled" && s == "back":
				k = RolledBack
			case w[i-1] == "timed" && s == "out":
				return None
			case w[i-1] == "not" && (s == "executed" || s == "sent" || s == "run" || s == "performed" || s == "applied"):
				k = NotExecuted
			case w[i-1] == "not" || w[i-1] == "no":
				return None // "not failed", "no error"
			}
		}
		if k > kind {
			kind = k
		}
	}
	return kind
}

// statusNames are the names of fields, parameters, columns and types that
// hold a status.
var statusNames = []string{"status", "state", "phase", "outcome", "result", "stage", "disposition", "verdict"}

// holdsStatus reports whether a field, parameter, column or type of that name
// holds a status: its last word says so ("order_status", "JobState", but not
// "StatusMessage").
func holdsStatus(name string) bool {
	w := words.Split(name)
	if len(w) == 0 {
		return false
	}
	last := w[len(w)-1]
	if last == "code" && len(w) > 1 {
		last = w[len(w)-2]
	}
	return slices.Contains(statusNames, last)
}

// flagOf says what a boolean of that name claims when it is v.
func flagOf(name string, v bool) Kind {
	w := words.Split(name)
	if len(w) == 0 || len(w) > maxWords {
		return None
	}
	last := w[len(w)-1]
	if !v {
		switch last {
		case "success", "succeeded", "successful":
			return Failed
		case "executed", "performed":
			return NotExecuted
		}
		return None
	}
	if last == "back" && len(w) > 1 && w[len(w)-2] == "rolled" {
		return RolledBack
	}
	switch last {
	case "fail", "failure", "error":
		return None // a flag of that name asks for something rather than tells
	}
	return statusOf(name)
}
