// Package verbs holds read contracts on tools whose names say otherwise.
//
//mcplint:read tool=delete_draft "drafts are private: office manual, page 3" // want `this read contract is on "delete_draft", and delete is a verb of writing; check its evidence, or say write`
//mcplint:read tool=send_* "the office only prints them: office manual, page 4"
package verbs

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//mcplint:read "the server keeps no state: office manual, page 5" // want `this read contract is on "create_preview", and create is a verb of writing`
const preview = "create_preview"

//mcplint:read "office manual, page 5"
const search = "search_letters"

//mcplint:read "office manual, page 6"
const archive = "letters"

// Office writes letters.
type Office struct{ session *mcp.ClientSession }

// Cancel asks for nothing that lasts.
//
//mcplint:read "office manual, page 7" // want `this read contract is on "cancel_preview", and cancel is a verb of writing`
func (o *Office) Cancel(ctx context.Context) error {
	_, err := o.session.CallTool(ctx, &mcp.CallToolParams{Name: "cancel_preview"})
	return err
}

// Tools names the tools.
func Tools() []string { return []string{preview, search, archive} }
