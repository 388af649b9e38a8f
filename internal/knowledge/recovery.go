package knowledge

import "sync"

// A Procedure is what a function of package recovery of this module, or of its
// packages for the SDKs, says of an attempt.
type Procedure uint8

// The procedures.
const (
	NoProcedure   Procedure = iota
	Classifies              // gives the Outcome of the attempt whose results it is given
	NeverExecuted           // tells whether an Outcome proves that the tool did not run
	LostAnswer              // tells whether an Outcome is Unknown
	Decides                 // gives the Decision, in whose Action a licence to call again is
	CallsAgain              // tells whether an Action is such a licence
	Attempts                // takes an attempt down, and fails unless it is licensed
	BeginsIntent            // takes the intent of an operation down
	Continuity              // proves that a resumed stream has lost nothing
)

const recoveryPkg = "github.com/mcprecovery/mcplint/recovery"

// The types of package recovery whose values tell of an attempt.
const (
	RecoveryOutcome  = recoveryPkg + ".Outcome"
	RecoveryDecision = recoveryPkg + ".Decision"
	RecoveryRecord   = recoveryPkg + ".Record"
)

// IsRecovery reports whether path is that of package recovery.
func IsRecovery(path string) bool { return path == recoveryPkg }

// ProcedureOf returns what the function or method named fullName does.
func ProcedureOf(fullName string) Procedure { return procedures()[fullName] }

var procedures = sync.OnceValue(func() map[string]Procedure {
	return map[string]Procedure{
		recoveryPkg + "/gosdk.Classify":               Classifies,
		recoveryPkg + "/mcpgo.Classify":               Classifies,
		"(" + recoveryPkg + ".Outcome).NeverExecuted": NeverExecuted,
		"(" + recoveryPkg + ".Outcome).Lost":          LostAnswer,
		recoveryPkg + ".Decide":                       Decides,
		"(*" + recoveryPkg + ".Operation).Decide":     Decides,
		"(" + recoveryPkg + ".Action).Calls":          CallsAgain,
		"(*" + recoveryPkg + ".Operation).Attempt":    Attempts,
		recoveryPkg + ".Begin":                        BeginsIntent,
		recoveryPkg + ".ValidateResumption":           Continuity,
	}
})

// The constants of type Outcome, in its order, and the endings of each:
// Classify follows the strict reading.
var outcomeClasses = [...]Class{ClassUnknown, ClassNotSent, ClassRefused, ClassAnswered, ClassDone}

// OutcomeEndings returns the endings that Classify gives the Outcome n.
func OutcomeEndings(n int64) Endings {
	if n < 0 || n >= int64(len(outcomeClasses)) {
		return None
	}
	return All.InClass(outcomeClasses[n], Mode{Strict: true, ResumesAfter404: true})
}

// Licenses reports whether the Action n of a Decision sends tools/call again.
func Licenses(n int64) bool { return n == actionReissueRead || n == actionRepeat }

// The numbers of ReissueRead and RepeatWithEvidence.
const (
	actionReissueRead = 2
	actionRepeat      = 4
)
