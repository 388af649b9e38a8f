// This file recognises the calls that store something.

package persist

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/words"
)

// A form is how a call says what it stores.
type form uint8

const (
	notStore form = iota
	byQuery       // the text of a query, and values for its placeholders
	byValue       // records, or names and values
	byChain       // what was said by calls that lead to the receiver
	byFile        // bytes for a file
	byName        // a method of a repository: its name counts too
)

// formOf says how c stores, if it does.
func formOf(c *ssa.CallCommon) form {
	fn := ssaval.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return notStore
	}
	if f := knowledge.StoreOf(knowledge.Name(fn)); f != knowledge.NoStore {
		switch f {
		case knowledge.StoreQuery:
			return byQuery
		case knowledge.StoreChain:
			return byChain
		case knowledge.StoreFile:
			return byFile
		}
		return byValue
	}
	if knowledge.IsStd(fn.Pkg().Path()) || knowledge.IsSDK(fn.Pkg().Path()) {
		return notStore
	}
	if storesByName(fn) {
		return byName
	}
	return notStore
}

// storeVerbs begin the names of methods that store.
var storeVerbs = []string{
	"save", "store", "update", "upsert", "insert", "put", "persist", "set", "mark", "record",
	"append", "create", "add", "replace", "patch", "transition", "finish", "complete", "finalize",
	"close", "resolve", "settle", "move", "change", "advance", "write", "commit",
}

// endVerbs are storing and status in one: Fail(ctx, id, err).
var endVerbs = map[string]Kind{"fail": Failed, "reject": Failed, "abort": Cancelled}

// notStores are words of types and packages that tell, measure or show rather
// than keep.
var notStores = []string{
	"log", "logs", "logger", "logging", "metric", "metrics", "meter", "counter", "gauge", "histogram", "span",
	"trace", "tracer", "tracing", "telemetry", "audit", "auditor", "event", "events", "notifier", "notification", "notifications",
	"mailer", "mail", "message", "messages", "chat", "conversation", "transcript", "history", "ui", "view", "tui",
	"widget", "progress", "spinner", "writer", "encoder", "stream", "response", "cache", "bus", "publisher",
	"hub", "socket", "websocket", "ws", "slack", "reporter", "printer", "monitor", "breaker", "stats",
	"statsd", "prometheus", "health", "memory", "mem", "context", "testing", "assert", "mock", "fake",
}

// storesByName: a method or function that stores by its name and signature.
// It gives an error, since storing can fail, and takes more than a context
// and an error.
func storesByName(fn *types.Func) bool {
	w := words.Split(fn.Name())
	if len(w) == 0 {
		return false
	}
	if _, ends := endVerbs[w[0]]; !ends && !slices.Contains(storeVerbs, w[0]) {
		return false
	}
	if w[0] == "write" && len(w) == 1 || slices.Contains(w, "json") && w[0] == "write" {
		return false // an io.Writer
	}
	sig := fn.Signature()
	if !ssaval.CanFail(sig) {
		return false
	}
	if !identifies(sig) {
		return false
	}
	return !slices.ContainsFunc(ownerWords(fn), func(s string) bool { return slices.Contains(notStores, s) })
}

// ownerWords are the words of the type that a method belongs to, or of the
// package of a function.
func ownerWords(fn *types.Func) []string {
	if r := fn.Signature().Recv(); r != nil {
		if n, ok := types.Unalias(deref(r.Type())).(*types.Named); ok {
			return words.Split(n.Obj().Name())
		}
		return nil
	}
	return words.Split(fn.Pkg().Name())
}

// identifies reports whether a parameter can say what the call is about: a
// text, a number or a record.
func identifies(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if isIdentifying(v.Type()) {
			return true
		}
	}
	return false
}

func isIdentifying(t types.Type) bool {
	name := knowledge.TypeName(t)
	if name == "context.Context" || ssaval.IsError(t) || strings.HasSuffix(name, ".Context") {
		return false
	}
	switch u := deref(t).Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsString|types.IsInteger) != 0
	case *types.Struct, *types.Map, *types.Slice, *types.Array:
		return true
	case *types.Interface:
		_, param := types.Unalias(t).(*types.TypeParam)
		return u.NumMethods() == 0 || param
	}
	return false
}

// nameStatus says what the name of a storing method claims: MarkFailed,
// SetRejected, Fail.
func nameStatus(fn *types.Func) Kind {
	w := words.Split(fn.Name())
	if k, ok := endVerbs[w[0]]; ok {
		return k
	}
	rest := w[1:]
	if len(rest) > 0 && rest[0] == "as" {
		rest = rest[1:]
	}
	k := statusOf(strings.Join(rest, " "))
	if w[0] != "mark" && len(rest) > 0 {
		switch rest[len(rest)-1] {
		case "error", "failure", "fail":
			return None // SaveError keeps a text
		}
	}
	return k
}
