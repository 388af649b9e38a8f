package inputrequired

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/rounds"
	"github.com/mcprecovery/mcplint/internal/stream"
	"github.com/mcprecovery/mcplint/internal/wording"
)

//go:embed doc.go
var doc string

// Analyzer reports rounds that go on with a wrong requestState, and results
// that ask for input and are taken for complete.
var Analyzer = &analysis.Analyzer{
	Name:     "inputrequired",
	Doc:      report.Doc(doc, "inputrequired"),
	URL:      report.DocURL + "inputrequired.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	if e.SSA == nil {
		return nil
	}
	told := make(map[token.Pos]bool)
	tell := func(pos token.Pos, msg string) {
		if !told[pos] {
			told[pos] = true
			r.Report(report.Finding{Pos: pos, Message: msg})
		}
	}
	reader := rounds.New(e)
	for _, s := range reader.Sends() {
		tell(s.At.Pos(), sendMessage(s))
	}
	for _, c := range reader.Parses() {
		tell(c.Pos(), fmt.Sprintf("%s takes a requestState apart, which the specification forbids: its form is the server's own and can change; store it as it came and send it back",
			e.CalleeName(c)))
	}
	for _, t := range reader.Types() {
		tell(stream.PosOf(t.At), typeMessage(t))
	}
	if e.RoundsOff() || reader.ByHand() {
		for _, t := range reader.OnlyLogged() {
			tell(stream.PosOf(t.At), "a result that asks for input is logged here and then taken for complete, but the call is not finished; go on with the call, or report that it was not carried out")
		}
	}
	for _, b := range append(reader.Off(), reader.Blind()...) {
		tell(b.At.Pos(), blindMessage(b))
	}
	return nil
}

// call names the request of a send.
func call(s rounds.Send) string {
	if s.Method == "tools/call" {
		return wording.Call(s.Tool)
	}
	return s.Method
}

func sendMessage(s rounds.Send) string {
	switch s.Fault {
	case rounds.Dropped:
		return call(s) + " goes on after input_required without the requestState of that result, which the specification forbids: the server knows the call by it; send it back exactly as it came"
	case rounds.Altered:
		return call(s) + " sends back a requestState that is not the one that came, which the specification forbids: it is opaque, and the server may verify it; send it back exactly as it came"
	case rounds.Invented:
		return call(s) + " sends a requestState that no server gave, which the specification forbids; send back the one of the result that asked for input, or none"
	case rounds.Other:
		return fmt.Sprintf("%s is sent with the requestState of %s, which the specification forbids: a state belongs to the request whose result it came with; send it back with that request only", call(s), s.Source)
	}
	return call(s) + " is sent with the requestState of whatever call came before, which the specification forbids: a state belongs to the request whose result it came with; keep it with that request and send it back with no other"
}

func typeMessage(t rounds.Taken) string {
	switch t.Type {
	case "input_required":
		return "a result of type input_required is taken for complete here, but the server has not finished the call; answer its requests and go on with the call"
	case "task":
		return "a result of type task is taken for complete here, but the work has only been accepted; ask tasks/get until the task has ended"
	}
	return "a result of any other type is taken for complete here, task and unknown ones included, which do not say that the call was carried out; take only complete, or no type at all, for success, and unknown types for an error"
}

func blindMessage(b rounds.Blind) string {
	if b.Off {
		return wording.Call(b.Op.Name) + " is taken for complete whatever its result is, but the SDK's own input rounds are switched off here, and a result that asks for input has carried out nothing yet; ask NeedsInput and go on with the call, or leave the rounds on"
	}
	return wording.Call(b.Op.Name) + " is taken for complete without a look at resultType, but a server of 2026-07-28 can answer input_required or with a task, and then nothing is finished; take only complete, or no type at all, for success"
}
