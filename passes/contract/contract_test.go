package contract_test

import (
	"testing"

	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/passes/contract"
)

func Test(t *testing.T) {
	casetest.Run(t, contract.Analyzer, "contract/across/...", "contract/clause/...", "contract/conflicts/...", "contract/generated/...", "contract/grammar/...",
		"contract/ignores/...", "contract/keys", "contract/keysmcpgo", "contract/names/...", "contract/nearmiss/...", "contract/silent/...", "contract/targets/...", "contract/window")
}

// With settings, a directive may disagree with a flag.
func TestSettings(t *testing.T) {
	casetest.RunFlags(t, contract.Analyzer, []string{"-write=ge*", "-read=pay"}, "contractflags")
}

func TestDoc(t *testing.T) {
	if contract.Analyzer.Doc == "" {
		t.Error("doc.go has no section for the analyzer")
	}
}

func TestStrict(t *testing.T) {
	casetest.RunFlags(t, contract.Analyzer, []string{"-strict"}, "contract/strict/...")
}
