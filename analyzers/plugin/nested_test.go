package plugin_test

import (
	"path/filepath"
	"testing"

	"github.com/mcprecovery/mcplint/internal/nested"
)

// golangci-lint, built with the plugin, reports what the other drivers report.
func TestGolangci(t *testing.T) {
	nested.Test(t, filepath.Join("..", ".."), "analyzers/plugin/golangci")
}
