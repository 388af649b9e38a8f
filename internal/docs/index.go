package docs

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/analyzers"
)

// A Question is one that somebody has who writes a client.
type Question struct {
	Text, Answer string
	Rules        []string // in the order in which they help
}

// Questions is the index. A rule may be named before it is registered.
var Questions = []Question{
	{"I lost the response to a tools/call. May I send it again?",
		"Only with evidence: that it was not sent or was refused, that the tool has no effect, that the server recognises the repetition, or that a definitive answer says nothing happened. The procedure above says what to ask first.",
		[]string{"retrywrite", "lookupmiss", "hinttrust"}},
	{"May a library, the HTTP client or a job queue retry for me?",
		"It knows less than you do: it sees an error or a status, not a tool. Below a session it even sends the same JSON-RPC id again.",
		[]string{"httpretry", "retrywrite", "retrybudget"}},
	{"Which value tells the server that two calls are one operation?",
		"One that is minted once, outside of whatever is repeated, covers the arguments, and has a meaning for the server by its own promise. No id of the protocol is one.",
		[]string{"rpckey", "freshkey", "sharedkey", "contract"}},
	{"The server says that the tool may be repeated. Is that enough?",
		"An annotation is a hint of a server that may be wrong or hostile. A promise with evidence is a contract, and is written down as a directive.",
		[]string{"hinttrust", "contract"}},
	{"I do not know what happened. What do I record, and before what?",
		"That it is unknown. Failed, rolled back and not executed are claims. To know after a crash that there was an attempt, record the intent before it.",
		[]string{"lostoutcome", "intentlog"}},
	{"The connection is back. What of what I knew still holds?",
		"Nothing that notifications keep fresh, until it is read again. A resumed stream continues one stream, if the server still has its events.",
		[]string{"resumegap", "eventcursor", "retrydelay"}},
	{"The server answered 404, or forgot my session. What now?",
		"In editions with sessions: initialize again, then treat the calls that were under way as unknown. Without a session id, a 404 means something else.",
		[]string{"sessionloss", "eramix"}},
	{"Which edition does the server speak, and what does that change?",
		"Ask it with something that has no effect. The 2026-07-28 edition has no sessions and no resumption, and takes a closed stream for a cancellation.",
		[]string{"erafallback", "eramix", "requestid", "inputrequired"}},
	{"The server wants input before it goes on. How do I answer?",
		"With a new request that has a new id and the state exactly as it came, for this call and no other. It is not a result yet.",
		[]string{"inputrequired", "requestid"}},
	{"A task was cancelled, has failed, or is not found. Did it do anything?",
		"It may have. Only completed is a statement about the work.",
		[]string{"taskredo", "lostoutcome"}},
}

//go:embed index.tmpl
var index string

// Index returns docs/checks/README.md: the decision procedure, the questions,
// and the rules.
func Index() string {
	var questions, rules strings.Builder
	for _, q := range Questions {
		var links []string
		for _, name := range q.Rules {
			if _, ok := analyzers.ByName(name); ok {
				links = append(links, fmt.Sprintf("[%s](%[1]s.md)", name))
			}
		}
		if len(links) > 0 {
			fmt.Fprintf(&questions, "### %s\n\n%s → %s\n\n", q.Text, q.Answer, strings.Join(links, ", "))
		}
	}
	rules.WriteString("| rule | class | reports |\n|---|---|---|\n")
	for _, c := range analyzers.Checks() {
		title := strings.TrimPrefix(c.Title(), "report ")
		if !c.Default {
			title += " (with `-with=" + c.Name() + "`)"
		}
		fmt.Fprintf(&rules, "| [%s](%[1]s.md) | %s | %s |\n", c.Name(), c.Class, title)
	}
	return strings.NewReplacer(
		"{{questions}}\n", strings.TrimSuffix(questions.String(), "\n"),
		"{{rules}}\n", rules.String(),
	).Replace(index)
}

// Unindexed lists the registered rules that no question leads to.
func Unindexed() []string {
	var out []string
	for _, c := range analyzers.Checks() {
		if !slices.ContainsFunc(Questions, func(q Question) bool { return slices.Contains(q.Rules, c.Name()) }) {
			out = append(out, c.Name())
		}
	}
	return out
}
