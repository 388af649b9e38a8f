// Package gocacheprog tests that machines can share what go vet has found with
// mcplint: through GOCACHEPROG, a cache program and its server, both of which
// are real and run on the loopback.
package gocacheprog

import (
	"bytes"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A client in two packages. The finding in app needs a fact of lib.
var client = map[string]string{
	"go.mod": "module example.com/client\n\ngo 1.24\n",
	"lib/lib.go": `// Package lib names tools.
package lib

import "errors"

//mcplint:write
const Pay = "pay"

// ErrUnknown says that it is not known what happened.
var ErrUnknown = errors.New("outcome unknown")
`,
	"app/app.go": `// Package app uses them.
package app

import "example.com/client/lib"

//mcplint:read "docs"
const pay = "pay"

var _ = lib.Pay
`,
}

func TestShared(t *testing.T) {
	bin := t.TempDir()
	build := func(dir string, packages ...string) {
		t.Helper()
		cmd := exec.Command("go", append([]string{"build", "-o", bin + string(filepath.Separator)}, packages...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	build(filepath.Join("..", ".."), "./cmd/mcplint")
	build(".", "github.com/bradfitz/go-tool-cache/cmd/go-cacher", "github.com/bradfitz/go-tool-cache/cmd/go-cacher-server")
	address := serve(t, filepath.Join(bin, "go-cacher-server"))

	src := t.TempDir()
	for name, text := range client {
		file := filepath.Join(src, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// machine runs go vet with an empty cache of its own. It returns the
	// findings, and how many packages were analysed for them.
	machine := func() (findings string, analysed int) {
		t.Helper()
		var out bytes.Buffer
		cmd := exec.CommandContext(t.Context(), "go", "vet", "-x", "-vettool="+filepath.Join(bin, "mcplint"), "./...")
		cmd.Dir = src
		cmd.Env = append(os.Environ(), "PWD="+src, "GOWORK=off", "GOFLAGS=-trimpath", "GOCACHE="+t.TempDir(),
			"GOCACHEPROG="+filepath.Join(bin, "go-cacher")+" -cache-server=http://"+address+" -cache-dir="+t.TempDir())
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			switch {
			case strings.Contains(line, "vet.cfg") && strings.Contains(line, "mcplint"):
				analysed++
			case strings.Contains(line, ".go:"):
				findings += line
			}
		}
		if findings == "" {
			t.Logf("%s", out.String())
		}
		return findings, analysed
	}
	first, before := machine()
	if !strings.Contains(first, "app.go:6:1: contract: ") || strings.Count(first, "\n") != 1 || before < 2 {
		t.Errorf("the first machine finds\n%safter analysing %d packages", first, before)
	}
	second, after := machine()
	if second != first || after != 0 {
		t.Errorf("the second machine finds\n%safter analysing %d packages", second, after)
	}
}

// serve starts the server on a free port of the loopback.
func serve(t *testing.T, program string) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-listen="+address, "-cache-dir="+t.TempDir())
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		cmd.Wait() // killed
		if t.Failed() {
			t.Logf("%s", log.String())
		}
	})
	for range 300 {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
			return address
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the server does not start")
	return ""
}
