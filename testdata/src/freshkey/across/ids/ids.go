// Package ids makes ids and knows nothing of MCP.
package ids

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"
)

// New returns a fresh id.
func New() string { return "op_" + uuid.NewString() }

// Of returns the id of an intent.
func Of(intent string) string {
	sum := sha256.Sum256([]byte(intent))
	return hex.EncodeToString(sum[:])
}
