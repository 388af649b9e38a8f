package httpretry

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

//go:embed doc.go
var doc string

// Analyzer reports HTTP clients that send the requests of an MCP client again
// by themselves.
var Analyzer = &analysis.Analyzer{
	Name:     "httpretry",
	Doc:      report.Doc(doc, "httpretry"),
	URL:      report.DocURL + "httpretry.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(pass *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	if e.HTTP == nil {
		return nil
	}
	for _, p := range e.HTTP.Plugs {
		for _, replay := range p.Replays {
			f := finding(p, replay)
			f.Fix = refusePOST(pass, replay)
			r.Report(f)
		}
	}
	for _, f := range options(e) {
		f.Fix = withoutOption(pass, f.Pos)
		r.Report(f)
	}
	return nil
}

const forbidden = "the specification forbids to use a request's id again"

// finding describes one way in which what is plugged repeats requests.
func finding(p httpclient.Plug, replay httpclient.Replay) report.Finding {
	f := report.Finding{Pos: p.Pos}
	if replay.Key != "" {
		if replay.Pos.IsValid() {
			f.Pos = replay.Pos // the header itself
		} else {
			f.Flow = flow(replay)
		}
		f.Message = fmt.Sprintf("the header %s makes net/http send this POST again when a reused connection breaks, with the same JSON-RPC id and without an error; %s: leave the header out, or state that the server deduplicates by it (//mcplint:dedupes key=header:%s)",
			replay.Key, forbidden, replay.Key)
		return f
	}
	what := "the HTTP client under this MCP transport"
	switch {
	case p.Default:
		what = "the default HTTP client, which an MCP transport uses,"
	case p.Sent:
		what = "the HTTP client of this MCP request"
	}
	verb := "sends"
	if replay.May {
		verb = "may send"
	}
	f.Message = fmt.Sprintf("%s %s a POST again (%s), also after one that was executed, with the same JSON-RPC id; %s: %s",
		what, verb, replay.By, forbidden, advice(replay))
	if replay.Func == "" {
		f.Flow = flow(replay)
	}
	return f
}

func flow(replay httpclient.Replay) []report.Step {
	return []report.Step{{Text: replay.By, Ref: replay.At}}
}

// advice says how the repetition is switched off.
func advice(replay httpclient.Replay) string {
	row, ok := knowledge.HTTPProducerOf(replay.Func)
	if !ok {
		row, ok = knowledge.HTTPProducerType(replay.Func)
	}
	if !ok {
		row, _ = knowledge.HTTPSenderOf(replay.Func)
	}
	for _, off := range row.Off {
		if off.Field == "RetryMax" {
			return "set RetryMax to 0, or refuse POST in CheckRetry"
		}
	}
	return "send POST once, and repeat only other methods"
}

// options reports constructors and options of SDKs that repeat every request.
func options(e *effect.Engine) []report.Finding {
	var out []report.Finding
	if e.SDK {
		return nil
	}
	for _, fn := range e.SSA.Funcs {
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			if row, name, ok := e.Constructor(c); ok && row.HTTP {
				out = append(out, report.Finding{Pos: c.Pos(), Message: fmt.Sprintf(
					"%s sends every request again after a lost connection or a gateway error, tools/call too, with the same JSON-RPC id; %s: leave it out and repeat only what may be repeated",
					name, forbidden)})
			}
		}
	}
	return out
}
