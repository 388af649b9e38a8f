package standalone

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/build"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/config"
	"honnef.co/go/tools/lintcmd/runner"
)

// honnef's loader reads staticcheck.conf for every package, and a mistake in
// one fails the package and all its dependents, though the file does not
// concern us. It looks for the file next to the first of the package's
// GoFiles and has no switch. So, if that has happened, the run is repeated
// with ourselves in the role of the "packages driver", which answers as go
// list does but leaves GoFiles out; nothing else reads them.

// driverVar tells a child process to be the packages driver. It holds the
// value that GOPACKAGESDRIVER had.
const driverVar = "MCPLINT_PACKAGES_DRIVER"

// brokenByConfig reports whether a package failed near a staticcheck.conf.
func brokenByConfig(results []runner.Result) bool {
	return slices.ContainsFunc(results, func(res runner.Result) bool {
		return res.Failed && len(res.Errors) > 0 && len(res.Package.GoFiles) > 0 &&
			above(filepath.Dir(res.Package.GoFiles[0]), config.ConfigName) != ""
	})
}

// above returns dir, or the nearest parent of it, that has a file of that
// name, or "".
func above(dir, name string) string {
	for {
		if exists(filepath.Join(dir, name)) {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// withoutConfig returns env for a run that reads no staticcheck.conf.
func withoutConfig(env []string) []string {
	exe, err := os.Executable()
	if err != nil {
		return env
	}
	original := os.Getenv("GOPACKAGESDRIVER")
	if original == "" {
		original = "off"
	}
	return append(slices.Clip(env), "GOPACKAGESDRIVER="+exe, driverVar+"="+original)
}

// toolchainVersion is the newest language version that we know. Module
// versions do not survive the driver protocol.
func toolchainVersion() string {
	tags := build.Default.ReleaseTags
	return tags[len(tags)-1]
}

// IsDriver reports whether this process is to be the packages driver.
func IsDriver() bool { return os.Getenv(driverVar) != "" }

// ServeDriver answers one request of the packages driver protocol.
func ServeDriver(in io.Reader, out io.Writer, patterns []string) error {
	var req packages.DriverRequest
	if err := json.NewDecoder(in).Decode(&req); err != nil {
		return fmt.Errorf("reading the driver request: %w", err)
	}
	env := slices.DeleteFunc(req.Env, func(kv string) bool {
		return strings.HasPrefix(kv, "GOPACKAGESDRIVER=") || strings.HasPrefix(kv, driverVar+"=")
	})
	pkgs, err := packages.Load(&packages.Config{
		Mode:       req.Mode,
		Env:        append(env, "GOPACKAGESDRIVER="+os.Getenv(driverVar)),
		BuildFlags: req.BuildFlags,
		Tests:      req.Tests,
		Overlay:    req.Overlay,
	}, patterns...)
	if err != nil {
		return err
	}
	resp := packages.DriverResponse{
		Compiler: "gc",
		Arch:     cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH),
	}
	for _, p := range pkgs {
		resp.Roots = append(resp.Roots, p.ID)
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		p.GoFiles = nil
		resp.Packages = append(resp.Packages, p)
	})
	return json.NewEncoder(out).Encode(resp)
}
