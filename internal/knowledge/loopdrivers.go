package knowledge

// A LoopDriver is a function whose result decides whether a loop goes round
// again, and that is made so that it goes round once.
type LoopDriver struct {
	Func string   // called in the loop's condition
	Once []string // constructors of a driver that lets the loop run once
}

// LoopDriverOf returns the loop driver named fullName.
func LoopDriverOf(fullName string) (LoopDriver, bool) {
	for _, d := range loopDrivers {
		if d.Func == fullName {
			return d, true
		}
	}
	return LoopDriver{}, false
}

// loopDrivers: github.com/lestrrat-go/backoff, where Null lets the loop run
// once.
var loopDrivers = []LoopDriver{{
	Func: "github.com/lestrrat-go/backoff/v2.Continue",
	Once: []string{"github.com/lestrrat-go/backoff/v2.Null"},
}}
