// Package files holds outcomes that are kept in files.
package files

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Record is one line of the ledger.
type Record struct {
	ID      string `json:"id"`
	Outcome string `json:"outcome"`
	Error   string `json:"error,omitempty"`
}

func send(ctx context.Context, s *mcp.ClientSession, id string) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "send_letter", Arguments: map[string]any{"id": id}})
	return err
}

// Whole is unsafe: a file per letter.
func Whole(ctx context.Context, s *mcp.ClientSession, id string) error {
	rec := Record{ID: id, Outcome: "sent"}
	if err := send(ctx, s, id); err != nil {
		rec.Outcome, rec.Error = "not sent", err.Error()
	}
	data, err := json.MarshalIndent(rec, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(id+".json", data, 0o600) // want `the outcome of tools/call "send_letter" is recorded as "not sent" by os.WriteFile`
}

// WholeOpen is its safe twin.
func WholeOpen(ctx context.Context, s *mcp.ClientSession, id string) error {
	rec := Record{ID: id, Outcome: "sent"}
	if err := send(ctx, s, id); err != nil {
		rec.Outcome, rec.Error = "unknown", err.Error()
	}
	data, err := json.MarshalIndent(rec, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(id+".json", data, 0o600)
}

// Lines is unsafe: a file of lines.
func Lines(ctx context.Context, s *mcp.ClientSession, id string, ledger *os.File) error {
	err := send(ctx, s, id)
	if err != nil {
		return json.NewEncoder(ledger).Encode(Record{ID: id, Outcome: "failed", Error: err.Error()}) // want `recorded as "failed" by \(\*json.Encoder\).Encode`
	}
	return json.NewEncoder(ledger).Encode(Record{ID: id, Outcome: "sent"})
}

// Printed is safe: that is for a person to read.
func Printed(ctx context.Context, s *mcp.ClientSession, id string) error {
	err := send(ctx, s, id)
	if err != nil {
		fmt.Fprintln(os.Stderr, "letter", id, "failed:", err)
		return json.NewEncoder(os.Stdout).Encode(Record{ID: id, Outcome: "failed", Error: err.Error()})
	}
	return nil
}
