package corpus_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/internal/corpus"
)

// branches returns code with n branches that set a number.
func branches(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\tif n == %d {\n\t\tn = %d\n\t}\n", i, i+2)
	}
	return b.String()
}

// What is left out is told where there is no MCP in sight, too, since a helper
// may be given a call; and so is what is too large for one rule only.
func TestReportSkipsOfOthers(t *testing.T) {
	binary := build(t)
	dir := corpus.Suppressed(t)
	for name, text := range map[string]string{
		"helper": "package helper\n\nfunc Twice(n int, f func() error) error {\n\terr := f()\n" + branches(1100) +
			"\tif err != nil {\n\t\treturn f()\n\t}\n\treturn err\n}\n",
		"tasks": `package tasks

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
}

type task struct {
	TaskID string ` + "`json:\"taskId\"`" + `
	Status string ` + "`json:\"status\"`" + `
}

type request struct {
	ID     int64  ` + "`json:\"id\"`" + `
	Method string ` + "`json:\"method\"`" + `
	Params any    ` + "`json:\"params\"`" + `
}

type response struct {
	Result json.RawMessage ` + "`json:\"result\"`" + `
}

var last int64

func call(ctx context.Context, url, method string, params, result any) error {
	last++
	body, err := json.Marshal(request{last, method, params})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var out response
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return err
	}
	return json.Unmarshal(out.Result, result)
}

func Settle(ctx context.Context, all Orders, url, id string, n int) error {
	var t task
	if err := call(ctx, url, "tasks/get", map[string]any{"taskId": id}, &t); err != nil {
		return err
	}
` + branches(4000) + `	if t.Status == "failed" {
		return all.SetStatus(ctx, id, "not_executed")
	}
	return nil
}
`,
	} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, name+".go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, _, stderr := run(t, dir, "go", "vet", "-vettool="+binary, "-report-skips", "./helper", "./tasks")
	for _, want := range []string{
		"helper.go:3:6: retrywrite: Twice is too large to be analysed to its end",
		"tasks.go:53:6: taskredo: Settle is too large to be analysed to its end for this rule",
	} {
		if strings.Count(stderr, want) != 1 {
			t.Errorf("want %q in\n%s", want, stderr)
		}
	}
	if _, _, stderr := run(t, dir, "go", "vet", "-vettool="+binary, "./helper", "./tasks"); strings.Contains(stderr, "too large") {
		t.Errorf("nobody asked for\n%s", stderr)
	}
}
