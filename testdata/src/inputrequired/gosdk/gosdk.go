// Package gosdk holds clients of the official SDK that make the rounds of an
// input_required call by themselves.
package gosdk

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk books seats. It asks a person for what a server wants to know.
type Desk struct {
	session *mcp.ClientSession
	ask     func(context.Context, mcp.InputRequestMap) (mcp.InputResponseMap, error)
	vault   Vault
	state   string
	pending string
}

// A Vault keeps states, encrypted.
type Vault interface {
	Put(ctx context.Context, state string) (ref string, err error)
	Get(ctx context.Context, ref string) (state string, err error)
}

// New connects without the SDK's own rounds.
func New(ctx context.Context, t mcp.Transport) (*Desk, error) {
	c := mcp.NewClient(&mcp.Implementation{Name: "desk"}, &mcp.ClientOptions{MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}})
	session, err := c.Connect(ctx, t, nil)
	if err != nil {
		return nil, err
	}
	return &Desk{session: session}, nil
}

var errTooMany = errors.New("the server keeps asking")

// Echoed is safe.
func (d *Desk) Echoed(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	res, err := d.session.CallTool(ctx, params)
	for rounds := 0; err == nil && res.NeedsInput(); rounds++ {
		if rounds == 10 {
			return nil, errTooMany
		}
		params.InputResponses, err = d.ask(ctx, res.InputRequests)
		if err != nil {
			return nil, err
		}
		params.RequestState = res.RequestState
		res, err = d.session.CallTool(ctx, params)
	}
	return res, err
}

// Dropped forgets the state.
func (d *Desk) Dropped(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	res, err := d.session.CallTool(ctx, params)
	for rounds := 0; err == nil && res.NeedsInput(); rounds++ {
		if rounds == 10 {
			return nil, errTooMany
		}
		params.InputResponses, err = d.ask(ctx, res.InputRequests)
		if err != nil {
			return nil, err
		}
		res, err = d.session.CallTool(ctx, params) // want `tools/call "book_seat" goes on after input_required without the requestState of that result, which the specification forbids`
	}
	return res, err
}

// Fresh builds the second request anew, and forgets the state.
func (d *Desk) Fresh(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	args := map[string]any{"seat": seat}
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
	if err != nil || !res.NeedsInput() {
		return res, err
	}
	answers, err := d.ask(ctx, res.InputRequests)
	if err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args, InputResponses: answers}) // want `goes on after input_required without the requestState`
}

// FreshEchoed is its twin.
func (d *Desk) FreshEchoed(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	args := map[string]any{"seat": seat}
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
	if err != nil || !res.NeedsInput() {
		return res, err
	}
	answers, err := d.ask(ctx, res.InputRequests)
	if err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args, InputResponses: answers, RequestState: res.RequestState})
}

// Shedding calls again when the server sheds load, without its state.
func (d *Desk) Shedding(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	res, err := d.session.CallTool(ctx, params)
	if err == nil && res.RequestState != "" {
		res, err = d.session.CallTool(ctx, params) // want `goes on after input_required without the requestState`
	}
	return res, err
}

// Given is handed the parameters, and never sets the state.
func (d *Desk) Given(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, params)
	if err != nil || !res.NeedsInput() {
		return res, err
	}
	if params.InputResponses, err = d.ask(ctx, res.InputRequests); err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, params) // want `tools/call goes on after input_required without the requestState`
}

// GivenEchoed is its twin.
func (d *Desk) GivenEchoed(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, params)
	if err != nil || !res.NeedsInput() {
		return res, err
	}
	if params.InputResponses, err = d.ask(ctx, res.InputRequests); err != nil {
		return nil, err
	}
	params.RequestState = res.RequestState
	return d.session.CallTool(ctx, params)
}

// Trimmed alters the state.
func (d *Desk) Trimmed(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	res, err := d.session.CallTool(ctx, params)
	if err != nil || !res.NeedsInput() {
		return res, err
	}
	if params.InputResponses, err = d.ask(ctx, res.InputRequests); err != nil {
		return nil, err
	}
	params.RequestState = strings.TrimSpace(res.RequestState)
	return d.session.CallTool(ctx, params) // want `sends back a requestState that is not the one that came, which the specification forbids`
}

// Counted adds the number of the round to the state.
func (d *Desk) Counted(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	res, err := d.session.CallTool(ctx, params)
	for round := 1; err == nil && res.NeedsInput() && round < 5; round++ {
		if params.InputResponses, err = d.ask(ctx, res.InputRequests); err != nil {
			return nil, err
		}
		params.RequestState = fmt.Sprintf("%s#%d", res.RequestState, round)
		res, err = d.session.CallTool(ctx, params) // want `sends back a requestState that is not the one that came`
	}
	return res, err
}

// Encoded sends the state in another form.
func (d *Desk) Encoded(ctx context.Context, res *mcp.CallToolResult, params mcp.CallToolParams) (*mcp.CallToolResult, error) {
	params.RequestState = encode(res.RequestState)
	return d.session.CallTool(ctx, &params) // want `sends back a requestState that is not the one that came`
}

func encode(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// Shortened cuts the state off.
func (d *Desk) Shortened(ctx context.Context, res *mcp.CallToolResult, params mcp.CallToolParams) (*mcp.CallToolResult, error) {
	state := res.RequestState
	if len(state) > 4096 {
		state = state[:4096]
	}
	params.RequestState = state
	return d.session.CallTool(ctx, &params) // want `sends back a requestState that is not the one that came`
}

// Printed is safe: it is the same text.
func (d *Desk) Printed(ctx context.Context, res *mcp.CallToolResult, params mcp.CallToolParams) (*mcp.CallToolResult, error) {
	params.RequestState = fmt.Sprintf("%s", res.RequestState)
	return d.session.CallTool(ctx, &params)
}

// Minted makes a state up.
func (d *Desk) Minted(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, &mcp.CallToolParams{ // want `sends a requestState that no server gave, which the specification forbids`
		Name: "book_seat", Arguments: map[string]any{"seat": seat}, RequestState: uuid.NewString(),
	})
}

// Started begins with a state of its own.
func (d *Desk) Started(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	state := "start"
	params := &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	for {
		params.RequestState = state
		res, err := d.session.CallTool(ctx, params) // want `sends a requestState that no server gave`
		if err != nil || !res.NeedsInput() {
			return res, err
		}
		if params.InputResponses, err = d.ask(ctx, res.InputRequests); err != nil {
			return nil, err
		}
		state = res.RequestState
	}
}

// Empty is its twin: there is no state yet.
func (d *Desk) Empty(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	state := ""
	params := &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	for {
		params.RequestState = state
		res, err := d.session.CallTool(ctx, params)
		if err != nil || !res.NeedsInput() {
			return res, err
		}
		if params.InputResponses, err = d.ask(ctx, res.InputRequests); err != nil {
			return nil, err
		}
		state = res.RequestState
	}
}

// Moved uses the state of one tool for another.
func (d *Desk) Moved(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	held, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "hold_seat", Arguments: map[string]any{"seat": seat}})
	if err != nil || !held.NeedsInput() {
		return held, err
	}
	answers, err := d.ask(ctx, held.InputRequests)
	if err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "book_seat" is sent with the requestState of tools/call "hold_seat", which the specification forbids`
		Name: "book_seat", Arguments: map[string]any{"seat": seat}, InputResponses: answers, RequestState: held.RequestState,
	})
}

// Changed uses the state for other arguments.
func (d *Desk) Changed(ctx context.Context, first, second string) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": first}})
	if err != nil || !res.NeedsInput() {
		return res, err
	}
	answers, err := d.ask(ctx, res.InputRequests)
	if err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, &mcp.CallToolParams{ // want `is sent with the requestState of tools/call "book_seat"`
		Name: "book_seat", Arguments: map[string]any{"seat": second}, InputResponses: answers, RequestState: res.RequestState,
	})
}

// Prompt uses the state of a tool for a prompt.
func (d *Desk) Prompt(ctx context.Context, seat string) (*mcp.GetPromptResult, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}})
	if err != nil {
		return nil, err
	}
	return d.session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "confirm", RequestState: res.RequestState}) // want `prompts/get is sent with the requestState of tools/call "book_seat"`
}

// Form drops the state of a prompt.
func (d *Desk) Form(ctx context.Context, name string) (*mcp.GetPromptResult, error) {
	res, err := d.session.GetPrompt(ctx, &mcp.GetPromptParams{Name: name})
	if err != nil || !res.NeedsInput() {
		return res, err
	}
	answers, err := d.ask(ctx, res.InputRequests)
	if err != nil {
		return nil, err
	}
	return d.session.GetPrompt(ctx, &mcp.GetPromptParams{Name: name, InputResponses: answers}) // want `prompts/get goes on after input_required without the requestState`
}

// Next sends what the last call left.
func (d *Desk) Next(ctx context.Context, tool string, args map[string]any) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args, RequestState: d.state}) // want `tools/call is sent with the requestState of whatever call came before, which the specification forbids`
	if err != nil {
		return nil, err
	}
	d.state = res.RequestState
	return res, nil
}

// Resume is its twin: it knows which call the state belongs to.
func (d *Desk) Resume(ctx context.Context, tool string, args map[string]any) (*mcp.CallToolResult, error) {
	state := ""
	if tool == d.pending {
		state = d.state
	}
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args, RequestState: state})
	if err != nil {
		return nil, err
	}
	if res.NeedsInput() {
		d.pending, d.state = tool, res.RequestState
	}
	return res, nil
}

// Stored is safe: the state is kept and fetched.
func (d *Desk) Stored(ctx context.Context, params mcp.CallToolParams, ref string, answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
	state, err := d.vault.Get(ctx, ref)
	if err != nil {
		return nil, err
	}
	params.InputResponses, params.RequestState = answers, state
	return d.session.CallTool(ctx, &params)
}

// Put is safe.
func (d *Desk) Put(ctx context.Context, params *mcp.CallToolParams) (ref string, err error) {
	res, err := d.session.CallTool(ctx, params)
	if err != nil || !res.NeedsInput() {
		return "", err
	}
	return d.vault.Put(ctx, res.RequestState)
}

// Parsed looks into the state.
func Parsed(res *mcp.CallToolResult) (step string, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(res.RequestState) // want `takes a requestState apart, which the specification forbids`
	if err != nil {
		return "", err
	}
	return string(raw), nil
}

// Split does, too.
func Split(res *mcp.CallToolResult) string {
	step, _, _ := strings.Cut(res.RequestState, ".") // want `strings.Cut takes a requestState apart`
	return step
}

// Length is safe.
func Length(res *mcp.CallToolResult) string {
	return fmt.Sprintf("%d bytes of state", len(res.RequestState))
}
