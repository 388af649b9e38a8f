package persist

import "testing"

func TestStatusOf(t *testing.T) {
	for name, want := range map[string]Kind{
		"failed": Failed, "FAILED": Failed, "StatusFailed": Failed, "order_failed": Failed,
		"ERROR": Failed, "JobStatusRejected": Failed, "declined": Failed,
		"rolled_back": RolledBack, "StateRolledBack": RolledBack, "rolled back": RolledBack,
		"cancelled": Cancelled, "Canceled": Cancelled, "not executed": NotExecuted, "NOT_EXECUTED": NotExecuted,
		"NotSent": NotExecuted,
		"":        None, "done": None, "unknown": None, "failed_unknown": None, "StatusOutcomeUnknown": None,
		"pending_failure": None, "timeout": None, "timed out": None, "TIMED_OUT": None, "needs review": None,
		"not failed": None, "no error": None, "lost": None, "failed, will be retried later on": None,
		"error while booking the room": None, "retry": None, "completed": None,
	} {
		if got := statusOf(name); got != want {
			t.Errorf("statusOf(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestHoldsStatus(t *testing.T) {
	for name, want := range map[string]bool{
		"status": true, "Status": true, "order_status": true, "JobState": true, "StatusCode": true, "outcome": true,
		"": false, "message": false, "StatusMessage": false, "stateful": false, "id": false, "LastError": false, "code": false,
	} {
		if got := holdsStatus(name); got != want {
			t.Errorf("holdsStatus(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestFlagOf(t *testing.T) {
	for _, c := range []struct {
		name string
		v    bool
		want Kind
	}{
		{"Success", false, Failed}, {"success", true, None}, {"Executed", false, NotExecuted}, {"executed", true, None},
		{"Failed", true, Failed}, {"failed", false, None}, {"RolledBack", true, RolledBack}, {"IsCancelled", true, Cancelled},
		{"Done", false, None}, {"OnError", true, None}, {"SkipOnFailure", true, None}, {"Unknown", true, None},
	} {
		if got := flagOf(c.name, c.v); got != c.want {
			t.Errorf("flagOf(%q, %v) = %v, want %v", c.name, c.v, got, c.want)
		}
	}
}
