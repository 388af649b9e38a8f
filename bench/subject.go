package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// A subject is a module to analyse.
type subject struct {
	name, module, version string
	patterns              []string
	// parts are patterns of growing parts of the module, the whole excepted.
	parts [][]string
	// large means that it is measured by request only, since it takes long.
	large bool
}

var subjects = []subject{
	{name: "mcp", module: "github.com/mark3labs/mcp-go", version: "v1.2.1", patterns: []string{"./..."},
		parts: [][]string{{"./mcp"}, {"./mcp", "./client/..."}}},
	// A module that has nothing to do with MCP: all that mcplint costs here
	// is spent on finding that out.
	{name: "plain", module: "golang.org/x/tools", version: "v0.52.0", patterns: []string{"./go/..."},
		parts: [][]string{{"./go/analysis/..."}}},
	// A gateway, proxy and operator for MCP servers of more than 300,000 lines.
	{name: "large", module: "github.com/stacklok/toolhive", version: "v0.45.0", patterns: []string{"./..."}, large: true,
		parts: [][]string{{"./pkg/vmcp/..."}, {"./pkg/..."}}},
}

// prepare copies the module out of the module cache, which is read-only, and
// fetches what it requires.
func (s subject) prepare(tmp string) (string, error) {
	// Outside of any module, so that no go.mod has a say in the version.
	cmd := exec.Command("go", "mod", "download", "-json", s.module+"@"+s.version)
	cmd.Dir = tmp
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("downloading: %w\n%s", err, out)
	}
	var mod struct{ Dir string }
	if err := json.Unmarshal(out, &mod); err != nil {
		return "", err
	}
	dir := filepath.Join(tmp, s.name)
	if err := os.CopyFS(dir, os.DirFS(mod.Dir)); err != nil {
		return "", err
	}
	cmd = exec.Command("go", "mod", "download")
	cmd.Dir = dir
	if msg, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("downloading its requirements: %w\n%s", err, msg)
	}
	return dir, nil
}
