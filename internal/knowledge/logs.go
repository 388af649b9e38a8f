package knowledge

import (
	"go/types"
	"strings"
)

// Logs reports whether fn writes to a log, or to the terminal, and does
// nothing else: by its package, or as a method of a type that is a logger.
func Logs(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch path := fn.Pkg().Path(); {
	case path == "fmt":
		return strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint")
	case path == "log", path == "log/slog":
		return true
	}
	for _, l := range logPackages {
		if below(fn.Pkg().Path(), l) {
			return true
		}
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	name := TypeName(recv.Type())
	if !strings.Contains(strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]), "log") {
		return false
	}
	for _, verb := range []string{"Debug", "Info", "Warn", "Error", "Print", "Log", "Trace"} {
		if strings.HasPrefix(fn.Name(), verb) {
			return true
		}
	}
	return false
}

var logPackages = []string{
	"go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "k8s.io/klog",
	"github.com/go-logr/logr", "github.com/charmbracelet/log", "github.com/hashicorp/go-hclog",
}
