package knowledge

import (
	"slices"
	"strings"
	"sync"
)

// A VerbKind says what the verb of a tool's name promises.
type VerbKind uint8

// The kinds of verbs.
const (
	UnclearVerb VerbKind = iota // no verb, or one that stands for both
	ReadVerb
	WriteVerb
)

// VerbOf returns the verb of a tool's name and what it promises, and "" if
// there is none. Names are split at punctuation and changes of case; the
// prefix with which hosts and servers qualify them is dropped
// (mcp__github__get_issue, jira_get_issue). If the first word is a verb, it
// decides: get_create_fields reads. Else a verb that changes something
// decides before one that reads, so that todo_list_add adds.
//
// Over the 389 annotated tools of seven servers a classifier by the first
// verb called 218 of 242 read-only tools reads, and 7 of 147 changing ones:
// those began with query, find and mark, which are unclear here.
//
// The name is given in words, as package words takes it apart if it may be
// qualified.
func VerbOf(toolName []string) (verb string, kind VerbKind) {
	w := unqualified(toolName)
	if len(w) == 0 {
		return "", UnclearVerb
	}
	if kind, ok := verbs()[w[0]]; ok && !nounFirst(w) {
		if kind == ReadVerb && len(w) > 1 {
			if second, changes := compound(w); changes {
				return second, WriteVerb
			}
		}
		return w[0], kind
	}
	found := false
	for _, word := range w[1:] {
		k, ok := verbs()[word]
		if !ok || nouns()[word] {
			continue
		}
		if !found || rank[k] > rank[kind] {
			verb, kind, found = word, k, true
		}
	}
	return verb, kind
}

// nounFirst recognises objects that are also verbs before what is done with
// them: issue_read, order_status.
func nounFirst(w []string) bool {
	last := w[len(w)-1]
	return len(w) > 1 && objects()[w[0]] && isVerb(last) && !nouns()[last]
}

var objects = sync.OnceValue(func() map[string]bool {
	return wordSet("issue order comment label post store release commit email link call")
})

// rank orders the kinds by what decides if the first word is no verb.
var rank = [...]int{UnclearVerb: 1, ReadVerb: 0, WriteVerb: 2}

// compound recognises reads that go on to change something: get_or_create,
// read_and_delete, check_out.
func compound(w []string) (verb string, ok bool) {
	switch w[1] {
	case "or", "and":
		if len(w) > 2 && verbs()[w[2]] == WriteVerb {
			return w[2], true
		}
	case "in", "out":
		return w[0] + " " + w[1], w[0] == "check"
	}
	return "", false
}

// unqualified drops the qualification of a name: everything up to the last
// double underscore, and the name of a known product before a verb.
func unqualified(w []string) []string {
	if i := lastEmpty(w); i >= 0 {
		rest := w[i+1:]
		if w[0] == "mcp" || slices.ContainsFunc(rest, isVerb) {
			w = rest
		} else {
			w = slices.DeleteFunc(w, func(s string) bool { return s == "" })
		}
	}
	if len(w) > 1 && products()[w[0]] {
		if isVerb(w[1]) {
			return w[1:]
		}
	}
	return w
}

func isVerb(word string) bool {
	_, ok := verbs()[word]
	return ok
}

func lastEmpty(w []string) int {
	for i, s := range slices.Backward(w) {
		if s == "" {
			return i
		}
	}
	return -1
}

var verbs = sync.OnceValue(func() map[string]VerbKind {
	m := make(map[string]VerbKind)
	for kind, list := range map[VerbKind]string{
		ReadVerb: `get list search describe read fetch view show check count lookup head stat status
			download explain analyze analyse validate diff compare`,
		UnclearVerb: `query find run execute exec manage batch call invoke mark generate process handle
			perform do use sync ask`,
		WriteVerb: `create update delete add remove write send book pay place transfer approve publish
			restart archive start stop modify move assign upload import schedule cancel deploy set edit copy
			resolve request submit merge install star fork label rename apply accept comment link reply post
			put patch insert upsert save store drop truncate reset revoke grant enable disable lock unlock
			order buy sell purchase charge refund withdraw deposit clone push commit rollback reboot terminate
			kill pause resume trigger register unregister attach detach invite share notify email dispatch
			confirm reject decline release revert restore replace scale drain cordon evict close reopen
			reserve checkout issue click fill press drag clear append rotate renew sign mint swap
			subscribe unsubscribe uninstall unassign unlink unpublish unarchive undeploy`,
	} {
		for _, w := range strings.Fields(list) {
			m[w] = kind
		}
	}
	return m
})

// nouns are verbs that behind another word are mostly nouns: pull_request_read.
var nouns = sync.OnceValue(func() map[string]bool {
	return wordSet(`request order book label star mark place call issue link comment email post store
	release commit stat head close share press process use sign mint`)
})

// products are the qualifications that servers of known products put before
// their tools.
var products = sync.OnceValue(func() map[string]bool {
	return wordSet(`jira confluence grafana github gitlab bitbucket slack notion linear asana trello
	stripe paypal shopify salesforce hubspot zendesk sentry datadog kubernetes k8s kubectl helm tekton
	docker aws azure gcp google gmail drive calendar outlook teams discord browser playwright puppeteer
	postgres postgresql mysql sqlite mongodb redis elasticsearch neo4j figma git`)
})

func wordSet(list string) map[string]bool { return set(strings.Fields(list)...) }
