package output_test

import (
	"path/filepath"
	"testing"

	"github.com/mcprecovery/mcplint/internal/nested"
)

// SARIF conforms to the schema of the standard.
func TestSchema(t *testing.T) {
	nested.Test(t, filepath.Join("..", "..", "..", ".."), "cmd/mcplint/internal/output/schema")
}
