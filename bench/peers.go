package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A peer is another analyzer that mcplint is compared with: what it does is
// something else, but it is what teams run beside it.
type peer struct {
	name string
	pkg  string // what go install builds; if empty, this repository's golangci-lint
	args []string
	// exit is the greatest exit status that is no failure.
	exit int
	// cacheEnv is the variable that names the directory of its cache. It is
	// empty for one that has none.
	cacheEnv string
	// config is the text of a configuration file for the flag -c.
	config string
	// moduleFlag is the flag, if there is one, that confines what is reported to
	// the packages below the path of a module.
	moduleFlag string
}

const standard = "version: \"2\"\n" // the linters that golangci-lint runs by default

// peers are run with what they do by default. gosec leaves tests out then, the
// others do not. nilaway is confined to the module, as its documentation asks.
var peers = []peer{
	{name: "staticcheck", pkg: "honnef.co/go/tools/cmd/staticcheck@v0.8.2", exit: 1, cacheEnv: "STATICCHECK_CACHE"},
	{name: "gosec", pkg: "github.com/securego/gosec/v2/cmd/gosec@v2.30.0", args: []string{"-quiet", "-no-fail"}},
	{name: "nilaway", pkg: "go.uber.org/nilaway/cmd/nilaway@v0.0.0-20260918162853-acb8859b9031", args: []string{"-json"}, moduleFlag: "-include-pkgs"},
	// The same executable, so that the difference is what the plugin costs.
	{name: "golangci-lint", args: []string{"run", "--issues-exit-code=0"}, cacheEnv: "GOLANGCI_LINT_CACHE", config: standard},
	{name: "golangci-lint with mcplint", args: []string{"run", "--issues-exit-code=0"}, cacheEnv: "GOLANGCI_LINT_CACHE", config: standard +
		"linters:\n  enable: [mcplint]\n  settings:\n    custom:\n      mcplint: {type: module, description: recovery of MCP clients}\n"},
}

// install builds the peer into dir and returns its executable.
func (p peer) install(dir string) (string, error) {
	if p.pkg == "" {
		root, err := moduleRoot()
		if err != nil {
			return "", err
		}
		exe := filepath.Join(dir, "golangci-lint")
		return exe, goBuild(filepath.Join(root, "analyzers", "plugin", "golangci"), exe, ".")
	}
	cmd := exec.Command("go", "install", p.pkg)
	cmd.Dir = dir // outside of any module, so that no go.mod has a say in versions
	cmd.Env = append(cmd.Environ(), "GOBIN="+dir, "GOFLAGS=-mod=mod")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("installing %s: %w\n%s", p.pkg, err, msg)
	}
	return filepath.Join(dir, p.name), nil
}

// command returns what runs the peer on a subject, without its cache.
func (p peer) command(tmp, exe string, s subject) ([]string, error) {
	args := append([]string{exe}, p.args...)
	if p.config != "" {
		name := filepath.Join(tmp, p.name+".yml")
		if err := os.WriteFile(name, []byte(p.config), 0o666); err != nil {
			return nil, err
		}
		args = append(args, "-c", name)
	}
	if p.moduleFlag != "" {
		args = append(args, p.moduleFlag+"="+s.module)
	}
	return append(args, s.patterns...), nil
}

// comparePeers measures mcplint and the peers in turn, each from a cold cache
// of its own and, if it has one, from what that leaves. The build cache is warm
// throughout.
func comparePeers(out io.Writer, tools toolset, dir string, s subject, runs int) error {
	self := peer{name: "mcplint", exit: 1, cacheEnv: "MCPLINT_CACHE"}
	all := append([]peer{self}, peers...)
	commands := make([][]string, len(all))
	for i, p := range all {
		exe := tools.mcplint
		if i > 0 {
			var err error
			if exe, err = p.install(tools.dir); err != nil {
				return err
			}
		}
		var err error
		if commands[i], err = p.command(tools.dir, exe, s); err != nil {
			return err
		}
	}
	type series struct{ cpu, ratio, mb []float64 }
	cold, warm := make([]series, len(all)), make([]series, len(all))
	failed := make([]error, len(all))
	for range runs {
		var first [2]float64 // of mcplint, cold and warm
		for i, p := range all {
			if failed[i] != nil {
				continue
			}
			cache, err := os.MkdirTemp(tools.dir, "peer-")
			if err != nil {
				return err
			}
			env := []string{p.cacheEnv + "=" + cache}
			states := []*series{&cold[i], &warm[i]}
			if p.cacheEnv == "" {
				env, states = nil, states[:1]
			}
			for state, to := range states {
				u, err := run(dir, env, p.exit, commands[i]...)
				if err != nil && i > 0 {
					failed[i] = err // the others can still be compared
					break
				} else if err != nil {
					return err
				}
				cpu := u.cpu.Seconds()
				if i == 0 {
					first[state] = cpu
				}
				to.cpu, to.ratio, to.mb = append(to.cpu, cpu), append(to.ratio, cpu/first[state]), append(to.mb, float64(u.rss>>20))
			}
			if err := os.RemoveAll(cache); err != nil {
				return err
			}
		}
	}
	for i, p := range all {
		if failed[i] != nil {
			text, _, _ := strings.Cut(failed[i].Error(), "\n")
			fmt.Fprintf(out, "  %-26s failed: %s\n", p.name, text)
			continue
		}
		fmt.Fprintf(out, "  %-26s cold CPU %s s, %s of mcplint, peak %.0f MB\n", p.name, spread(cold[i].cpu), spread(cold[i].ratio), median(cold[i].mb))
		if p.cacheEnv != "" {
			fmt.Fprintf(out, "  %-26s warm CPU %s s, %s of mcplint, peak %.0f MB\n", "", spread(warm[i].cpu), spread(warm[i].ratio), median(warm[i].mb))
		}
	}
	return nil
}
