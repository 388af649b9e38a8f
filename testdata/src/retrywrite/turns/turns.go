// Package turns runs the tools that a model asks for, turn by turn.
package turns

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// A Function is what the model wants to be called.
type Function struct{ Name, Arguments string }

// A Call is one wish of the model.
type Call struct {
	ID       string
	Function *Function
}

// A Reply is what the model says.
type Reply struct {
	Text  string
	Calls []Call
}

// A Model answers messages.
type Model interface {
	Ask(ctx context.Context, messages []string) (*Reply, error)
}

// An Agent lets a model use tools.
type Agent struct {
	model   Model
	client  *client.Client
	clients map[string]*client.Client
	max     int
}

func parse(text string) (map[string]any, error) {
	var args map[string]any
	if text == "" {
		return map[string]any{}, nil
	}
	if err := json.Unmarshal([]byte(text), &args); err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	return args, nil
}

func lost(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "EOF") || strings.Contains(err.Error(), "broken pipe"))
}

func (a *Agent) call(ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error) {
	return a.client.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: name, Arguments: args}})
}

func note(c Call, err error) string { return c.Function.Name + ": " + err.Error() }

// Run is safe: each call is another wish of the model, though a failed one is
// told to it.
func (a *Agent) Run(ctx context.Context, question string) (string, error) {
	messages := []string{question}
	for turn := 0; turn < a.max; turn++ {
		reply, err := a.model.Ask(ctx, messages)
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 {
			return reply.Text, nil
		}
		for _, c := range reply.Calls {
			args, err := parse(c.Function.Arguments)
			if err != nil {
				messages = append(messages, err.Error())
				continue
			}
			if args == nil {
				args = make(map[string]any)
			}
			timeout, cancel := context.WithTimeout(ctx, time.Minute)
			res, err := a.call(timeout, c.Function.Name, args)
			cancel()
			if err != nil {
				messages = append(messages, note(c, err))
				continue
			}
			messages = append(messages, fmt.Sprint(res.Content))
		}
	}
	return "", fmt.Errorf("no answer after %d turns", a.max)
}

func (a *Agent) special(name string) bool { return a.clients[name] != nil }

// Either is safe: what goes wrong with one wish is not tried again with the
// next, on whichever way that goes.
func (a *Agent) Either(ctx context.Context, calls []Call) (string, error) {
	failed := ""
	for _, c := range calls {
		args, err := parse(c.Function.Arguments)
		if err != nil {
			return "", err
		}
		var res *mcp.CallToolResult
		if a.special(c.Function.Name) {
			res, err = a.call(ctx, c.Function.Name, args)
		} else {
			res, err = a.call(ctx, c.Function.Name, args)
		}
		if err != nil {
			failed += note(c, err)
			continue
		}
		return fmt.Sprint(res.Content), nil // the first that answers
	}
	return "", fmt.Errorf("none answers: %s", failed)
}

// Again is unsafe: the same wish, on the other way.
func (a *Agent) Again(ctx context.Context, calls []Call) (out []string, err error) {
	for _, c := range calls {
		args, err := parse(c.Function.Arguments)
		if err != nil {
			return nil, err
		}
		res, err := a.clients["first"].CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: c.Function.Name, Arguments: args}})
		if lost(err) {
			res, err = a.client.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: c.Function.Name, Arguments: args}}) // want `tools/call can run again`
		}
		if err == nil {
			out = append(out, fmt.Sprint(res.Content))
		}
	}
	return out, nil
}

// Twice is safe: the model is asked two questions.
func (a *Agent) Twice(ctx context.Context) (string, error) {
	one, err := a.Run(ctx, "which rooms are free?")
	if err != nil {
		fmt.Println("rooms:", err)
	}
	two, err := a.Run(ctx, "book a table")
	return one + two, err
}

// Runs is safe: so are many.
func (a *Agent) Runs(ctx context.Context, question string, n int) {
	for range n {
		answer, err := a.Run(ctx, question)
		if err == nil {
			fmt.Println(answer)
			return
		}
	}
}

// Batch calls what it is given.
func (a *Agent) Batch(ctx context.Context, calls []Call) error {
	for _, c := range calls {
		if _, err := a.call(ctx, c.Function.Name, nil); err != nil {
			return err
		}
	}
	return nil
}

// Batches is unsafe: the same calls once more.
func (a *Agent) Batches(ctx context.Context, calls []Call) error {
	err := a.Batch(ctx, calls)
	if err != nil {
		err = a.Batch(ctx, calls) // want `tools/call can run again`
	}
	return err
}
