package knowledge

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/words"
)

func TestVerbOf(t *testing.T) {
	for _, c := range []struct {
		tool, verb string
		kind       VerbKind
	}{
		{"get_issue", "get", ReadVerb},
		{"getIssue", "get", ReadVerb},
		{"GetIssueByID", "get", ReadVerb},
		{"list-pods", "list", ReadVerb},
		{"listHTTPRoutes", "list", ReadVerb},
		{"search", "search", ReadVerb},
		{"describe_instances", "describe", ReadVerb},
		{"get_create_fields", "get", ReadVerb},
		{"mcp__github__get_issue", "get", ReadVerb},
		{"mcp__github__create_issue", "create", WriteVerb},
		{"github__delete_file", "delete", WriteVerb},
		{"jira_get_issue", "get", ReadVerb},
		{"grafana_get_create_fields", "get", ReadVerb},
		{"jira_create_issue", "create", WriteVerb},
		{"github.create_issue", "create", WriteVerb},
		{"pull_request_read", "read", ReadVerb},
		{"pull_request_review_write", "write", WriteVerb},
		{"pods_list", "list", ReadVerb},
		{"todo_list_add", "add", WriteVerb},
		{"order_status", "status", ReadVerb},
		{"order_pizza", "order", WriteVerb},
		{"issue_read", "read", ReadVerb},
		{"issue_write", "write", WriteVerb},
		{"sub_issue_write", "write", WriteVerb},
		{"post_comment", "post", WriteVerb},
		{"git_diff_unstaged", "diff", ReadVerb},
		{"git_commit", "commit", WriteVerb},
		{"create_booking", "create", WriteVerb},
		{"book", "book", WriteVerb},
		{"bookFlight", "book", WriteVerb},
		{"pay_order", "pay", WriteVerb},
		{"place_order", "place", WriteVerb},
		{"send_invoice_reminder", "send", WriteVerb},
		{"star_repository", "star", WriteVerb},
		{"request_copilot_review", "request", WriteVerb},
		{"get_or_create_user", "create", WriteVerb},
		{"find_or_create", "find", UnclearVerb},
		{"read_and_delete_message", "delete", WriteVerb},
		{"check_out", "check out", WriteVerb},
		{"check_in_guest", "check in", WriteVerb},
		{"check_availability", "check", ReadVerb},
		{"query_influxdb", "query", UnclearVerb},
		{"find_slow_requests", "find", UnclearVerb},
		{"mark_all_notifications_read", "mark", UnclearVerb},
		{"manage_alert_rules", "manage", UnclearVerb},
		{"run_panel_query", "run", UnclearVerb},
		{"weather", "", UnclearVerb},
		{"pods_log", "", UnclearVerb},
		{"getaway_planner", "", UnclearVerb},
		{"", "", UnclearVerb},
		{"___", "", UnclearVerb},
	} {
		verb, kind := VerbOf(words.Qualified(c.tool))
		if verb != c.verb || kind != c.kind {
			t.Errorf("VerbOf(%q) = %q, %d, want %q, %d", c.tool, verb, kind, c.verb, c.kind)
		}
	}
}

func TestShort(t *testing.T) {
	for name, want := range map[string]string{
		"example.com/retry/v2.Do":             "v2.Do",
		"(*example.com/retry.Client).Do":      "(*retry.Client).Do",
		"(example.com/a/b.Policy).Attempts":   "(b.Policy).Attempts",
		"time.Sleep":                          "time.Sleep",
		"(*net/http.Client).Do":               "(*http.Client).Do",
		"(*example.com/pool.Pool[T]).Acquire": "(*pool.Pool[T]).Acquire",
	} {
		if got := Short(name); got != want {
			t.Errorf("Short(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestKeyStrength(t *testing.T) {
	for name, want := range map[string]Strength{
		"idempotencyKey": Strong, "idempotency_key": Strong, "_idempotency_key": Strong, "Idempotency-Key": Strong,
		"X-Idempotency-Key": Strong, "x-stone-idempotency-key": Strong, "idempotent_key": Strong, "Idempotent-Key": Strong,
		"idempotencyToken": Strong, "idempotencyId": Strong, "idempotency": Strong, "io.temporal/idempotencyKey": Strong,
		"IDEMPOTENCY_KEY": Strong, "bookingIdempotencyKey": Strong,

		"dedupe_key": Medium, "dedupKey": Medium, "deduplicationId": Medium, "DeduplicationID": Medium, "clientToken": Medium,
		"ClientToken": Medium, "operationId": Medium, "operation_id": Medium, "clientRequestId": Medium, "client_request_id": Medium,
		"client_reference_id": Medium, "PayPal-Request-Id": Medium, "X-Amz-Client-Token": Medium,

		"requestId": Weak, "request_id": Weak, "X-Request-Id": Weak, "externalId": Weak, "transaction_id": Weak,

		"": NotKey, "key": NotKey, "id": NotKey, "clientId": NotKey, "client_id": NotKey, "ClientKey": NotKey,
		"idempotentHint": NotKey, "idempotent": NotKey, "isIdempotent": NotKey, "nonIdempotent": NotKey, "SetRetryAllowNonIdempotent": NotKey,
		"idempotencyKeyHeader": NotKey, "idempotencyStore": NotKey, "idempotencyKeys": NotKey, "supportsIdempotency": NotKey,
		"sessionId": NotKey, "orderId": NotKey, "lastRequestIdle": NotKey, "requestIdentity": NotKey,
	} {
		if got := KeyStrength(name); got != want {
			t.Errorf("KeyStrength(%q) = %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]bool{
		"Idempotency-Key": true, "idempotency-key": true, "X-Idempotency-Key": true,
		"Idempotent-Key": false, "X-Request-Id": false, "": false,
	} {
		if got := ReplayHeader(name); got != want {
			t.Errorf("ReplayHeader(%q) = %v", name, got)
		}
	}
}

func TestIsStd(t *testing.T) {
	for path, want := range map[string]bool{
		"fmt": true, "net/http": true, "net/http/internal/ascii": true, "crypto/internal/fips140": true, "internal/abi": true,
		"vendor/golang.org/x/net/http/httpguts": true, "unsafe": true, "syscall/js": true, "encoding/json/v2": true,
		"go/internal/gcimporter": true, "net/http/internal": true, "fmt [fmt.test]": true,
		"cases": false, "cases/internal/x": false, "example.com/fmt": false, "golang.org/x/net": false, "fmtx": false,
		"myapp": false, "github.com/vendor/golang.org/x/net": false, "": false,
	} {
		if got := IsStd(path); got != want {
			t.Errorf("IsStd(%q) = %v", path, got)
		}
	}
}

func TestIsSDK(t *testing.T) {
	for path, want := range map[string]bool{
		"github.com/modelcontextprotocol/go-sdk/mcp": true, "github.com/mark3labs/mcp-go": true, "github.com/viant/mcp/client": true,
		"github.com/viant/mcp-protocol/schema": true, "trpc.group/trpc-go/trpc-mcp-go": true, "github.com/mark3labs/mcp-go/mcp [x.test]": true,
		"github.com/mark3labs/mcp-gopher": false, "github.com/mark3labs/kit": false, "net/http": false, "": false,
	} {
		if got := IsSDK(path); got != want {
			t.Errorf("IsSDK(%q) = %v", path, got)
		}
	}
}

func TestIsPure(t *testing.T) {
	for name, want := range map[string]bool{
		"strings.ToUpper": true, "fmt.Sprintf": true, "strconv.Itoa": true, "maps.Clone": true, "(time.Time).UnixNano": true,
		"(github.com/google/uuid.UUID).String": true, "crypto/sha256.Sum256": true,
		"maps.Copy": false, "time.Now": false, "fmt.Printf": false, "(*strings.Builder).String": false, "os.Getenv": false,
		"strings": false, "": false,
	} {
		if got := IsPure(name); got != want {
			t.Errorf("IsPure(%q) = %v", name, got)
		}
	}
	for name := range mints() {
		if IsPure(name) {
			t.Errorf("%s is both pure and a mint", name)
		}
	}
}
