// Package proven holds lookups whose answer is known to be definitive, and
// decisions that a person takes.
package proven

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bank transfers money.
type Bank struct{ session *mcp.ClientSession }

func (b *Bank) call(ctx context.Context, tool, ref string) (*mcp.CallToolResult, error) {
	return b.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"reference": ref}})
}

func (b *Bank) transfer(ctx context.Context, ref string) error {
	_, err := b.call(ctx, "transfer_money", ref)
	return err
}

// settled asks the ledger, which is written in the same transaction.
//
//mcplint:reconciles "the ledger is final after the cut-off: bank handbook, section 4"
func (b *Bank) settled(ctx context.Context, ref string) (bool, error) {
	res, err := b.call(ctx, "get_settlement", ref)
	if err != nil {
		return false, err
	}
	return !res.IsError, nil
}

// absent reports whether the bank is sure that it has no such transfer.
//
//mcplint:noeffect "the bank answers absent only after the cut-off: bank handbook, section 5"
func (b *Bank) absent(ctx context.Context, ref string) bool {
	res, err := b.call(ctx, "get_absence", ref)
	return err == nil && !res.IsError
}

// present is the same without a contract.
func (b *Bank) present(ctx context.Context, ref string) bool {
	res, err := b.call(ctx, "get_transfer", ref)
	return err == nil && !res.IsError
}

// agreed asks a person.
//
//mcplint:confirms
func agreed(ctx context.Context, question string) bool { return question != "" && ctx.Err() == nil }

// Settled is safe.
func (b *Bank) Settled(ctx context.Context, ref string) error {
	err := b.transfer(ctx, ref)
	if err == nil {
		return nil
	}
	done, serr := b.settled(ctx, ref)
	if serr != nil {
		return errors.Join(err, serr)
	}
	if done {
		return nil
	}
	return b.transfer(ctx, ref)
}

// Absent is safe.
func (b *Bank) Absent(ctx context.Context, ref string) error {
	err := b.transfer(ctx, ref)
	if err != nil && b.absent(ctx, ref) {
		return b.transfer(ctx, ref)
	}
	return err
}

// NotAbsent is unsafe: the proof turned around, after a lookup.
func (b *Bank) NotPresent(ctx context.Context, ref string) error {
	err := b.transfer(ctx, ref)
	if err != nil && !b.present(ctx, ref) {
		return b.transfer(ctx, ref) // want `tools/call "transfer_money" can run again because of what \(\*Bank\).present found`
	}
	return err
}

// Asked is safe: the lookup found nothing, and then a person decided.
func (b *Bank) Asked(ctx context.Context, ref string) error {
	err := b.transfer(ctx, ref)
	if err != nil && !b.present(ctx, ref) && agreed(ctx, "transfer again?") {
		return b.transfer(ctx, ref)
	}
	return err
}

// Keyed is safe: the bank recognises the reference.
//
//mcplint:dedupes key=reference window=24h "bank handbook, section 6"
func (b *Bank) Keyed(ctx context.Context, ref string) error {
	err := b.transfer(ctx, ref)
	if err != nil && !b.present(ctx, ref) {
		return b.transfer(ctx, ref)
	}
	return err
}
