package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// desk is a client without an SDK that books rooms. rpc.go sends, book.go has
// one finding.
const desk = `
-- go.mod --
module example.com/desk

go 1.24
-- rpc/rpc.go --
// Package rpc speaks JSON-RPC over HTTP.
package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

type request struct {
	JSONRPC string         ` + "`json:\"jsonrpc\"`" + `
	ID      int64          ` + "`json:\"id\"`" + `
	Method  string         ` + "`json:\"method\"`" + `
	Params  map[string]any ` + "`json:\"params\"`" + `
}

// Client makes one POST per request.
type Client struct {
	http     *http.Client
	endpoint string
	last     int64
}

// Call calls a tool.
func (c *Client) Call(ctx context.Context, tool string, args map[string]any) error {
	return c.send(ctx, "tools/call", map[string]any{"name": tool, "arguments": args})
}

// List lists the tools.
func (c *Client) List(ctx context.Context) error {
	return c.send(ctx, "tools/list", nil)
}

func (c *Client) send(ctx context.Context, method string, params map[string]any) error {
	c.last++
	body, err := json.Marshal(request{"2.0", c.last, method, params})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
-- hotel/book.go --
// Package hotel books rooms.
package hotel

import (
	"context"

	"example.com/desk/rpc"
)

// Desk has a client.
type Desk struct{ client *rpc.Client }

// Book books a room.
func (d *Desk) Book(ctx context.Context, room string) error {
	args := map[string]any{"room": room}
	err := d.client.Call(ctx, "book_room", args)
	for i := 0; err != nil && i < 3; i++ {
		err = d.client.Call(ctx, "book_room", args)
	}
	return err
}

// Tools lists the tools, for which a repetition is harmless.
func (d *Desk) Tools(ctx context.Context) error {
	err := d.refresh(ctx)
	if err != nil {
		err = d.refresh(ctx)
	}
	return err
}

func (d *Desk) refresh(ctx context.Context) error { return d.client.List(ctx) }

// Rooms lists rooms, by a tool that only its name calls a read.
func (d *Desk) Rooms(ctx context.Context) error {
	err := d.client.Call(ctx, "list_rooms", nil)
	if err != nil {
		err = d.client.Call(ctx, "list_rooms", nil)
	}
	return err
}
`

// edit replaces text in a file.
func edit(t *testing.T, dir, file string, pairs ...string) {
	t.Helper()
	name := filepath.Join(dir, filepath.FromSlash(file))
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	next := string(text)
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(next, pairs[i]) {
			t.Fatalf("%s lacks %q", file, pairs[i])
		}
		next = strings.ReplaceAll(next, pairs[i], pairs[i+1])
	}
	if err := os.WriteFile(name, []byte(next), 0o666); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, dir, from, to string) {
	t.Helper()
	if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
		t.Fatal(err)
	}
}

func TestBaseline(t *testing.T) {
	for name, test := range map[string]struct {
		change func(t *testing.T, dir string)
		code   int
		says   string
	}{
		"nothing": {func(*testing.T, string) {}, 0, "0 introduced, 0 fixed, 1 preexisting"},
		"code moved": {func(t *testing.T, dir string) {
			edit(t, dir, "hotel/book.go", "// Desk has", "// One\n// more\n// line.\nvar _ = 1\n\n// Desk has")
		}, 0, "0 introduced, 0 fixed, 1 preexisting"},
		"file renamed": {func(t *testing.T, dir string) { rename(t, dir, "hotel/book.go", "hotel/rooms.go") }, 0, "0 introduced, 0 fixed, 1 preexisting"},
		"locals renamed": {func(t *testing.T, dir string) {
			edit(t, dir, "hotel/book.go", "args", "what", "err ", "failure ", "err\n", "failure\n", "room string", "suite string", ": room}", ": suite}")
		}, 0, "0 introduced, 0 fixed, 1 preexisting"},
		"folder renamed": {func(t *testing.T, dir string) { rename(t, dir, "hotel", "inn") }, 0, "0 introduced, 0 fixed, 1 preexisting"},
		"reformatted": {func(t *testing.T, dir string) {
			edit(t, dir, "hotel/book.go", "(ctx, \"book_room\", args)", "(\n\t\tctx,\n\t\t\"book_room\",\n\t\targs,\n\t)")
		}, 0, "0 introduced, 0 fixed, 1 preexisting"},
		"fixed": {func(t *testing.T, dir string) { edit(t, dir, "hotel/book.go", "i < 3", "false") }, 0, "0 introduced, 1 fixed, 0 preexisting"},
		"another finding": {func(t *testing.T, dir string) {
			edit(t, dir, "hotel/book.go", "// Tools lists", "// Sell sells.\nfunc (d *Desk) Sell(ctx context.Context) error {\n\terr := d.client.Call(ctx, \"sell\", nil)\n\tif err != nil {\n\t\terr = d.client.Call(ctx, \"sell\", nil)\n\t}\n\treturn err\n}\n\n// Tools lists")
		}, 1, "1 introduced, 0 fixed, 1 preexisting"},
		// The caller's code is the same; what it calls is not.
		"callee changed": {func(t *testing.T, dir string) {
			edit(t, dir, "hotel/book.go", "return d.client.List(ctx)", "return d.client.Call(ctx, \"refresh_all\", nil)")
		}, 1, "1 introduced, 0 fixed, 1 preexisting"},
		"callee in another package changed": {func(t *testing.T, dir string) {
			edit(t, dir, "rpc/rpc.go", "return c.send(ctx, \"tools/list\", nil)", "return c.Call(ctx, \"refresh_all\", nil)")
		}, 1, "1 introduced, 0 fixed, 1 preexisting"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, desk)
			expect(t, mcplint(t, dir, "baseline", "create", "./..."), 0, "1 finding in mcplint-baseline.json")
			test.change(t, dir)
			expect(t, mcplint(t, dir, "baseline", "diff"), test.code, test.says)
		})
	}
}

func TestBaselineFiles(t *testing.T) {
	dir := write(t, desk)
	// Written twice, the file is the same.
	expect(t, mcplint(t, dir, "baseline", "create", "-o", "a.json", "./..."), 0)
	expect(t, mcplint(t, dir, "baseline", "create", "-o", "b.json", "./..."), 0)
	a, errA := os.ReadFile(filepath.Join(dir, "a.json"))
	b, errB := os.ReadFile(filepath.Join(dir, "b.json"))
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("%v, %v\n%s\n%s", errA, errB, a, b)
	}
	expect(t, mcplint(t, dir, "baseline", "create", "-o", "-", "./..."), 0, string(a))
	// From another directory, with -C.
	parent := filepath.Dir(dir)
	expect(t, mcplint(t, parent, "baseline", "diff", "-C", dir, "-baseline", filepath.Join(dir, "a.json")), 0, "1 preexisting")
	// A run on less says nothing about the rest.
	expect(t, mcplint(t, dir, "baseline", "diff", "-baseline=a.json", "./rpc"), 0, "0 introduced, 0 fixed, 0 preexisting")
	if err := os.WriteFile(filepath.Join(dir, "bad.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	expect(t, mcplint(t, dir, "baseline", "diff", "-baseline=bad.json"), 2, "bad.json", "schema 0")
	// Formats get the state.
	expect(t, mcplint(t, dir, "baseline", "diff", "-baseline=a.json", "-format=sarif"), 0, `"baselineState": "unchanged"`)
	expect(t, mcplint(t, dir, "baseline", "diff", "-baseline=a.json", "-format=json"), 0, `"findings": []`, `"preexisting": [`, `"fixed": []`)
	// What does not compile is neither fixed nor unnoticed.
	edit(t, dir, "hotel/book.go", "i < 3", "i < nothing")
	expect(t, mcplint(t, dir, "baseline", "diff", "-baseline=a.json"), 3, "undefined: nothing", "0 introduced, 0 fixed, 0 preexisting")
}
