package turns

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// A Tool is what the model may use, with what runs it.
type Tool struct {
	Name   string
	Invoke func(ctx context.Context, arguments string) (string, error)
}

// A use is a wish of the model, with the tool that it is for.
type use struct {
	tool Tool
	call Call
}

// tool makes a tool of what a server has.
func (a *Agent) tool(t mcp.Tool) Tool {
	run := func(ctx context.Context, arguments string) (string, error) {
		args, err := parse(arguments)
		if err != nil {
			return "", err
		}
		res, err := a.call(ctx, t.Name, args)
		if err != nil {
			return "", fmt.Errorf("tool %s: %w", t.Name, err)
		}
		return fmt.Sprint(res.Content), nil
	}
	return Tool{Name: t.Name, Invoke: run}
}

func span(ctx context.Context, name string, f func(ctx context.Context) error) error {
	err := f(context.WithValue(ctx, Tool{}.Name, name))
	if err != nil {
		fmt.Println(name, err)
	}
	return err
}

// wishes finds the tool of each wish.
func wishes(reply *Reply, tools map[string]Tool) []use {
	var out []use
	for _, c := range reply.Calls {
		if t, ok := tools[c.Function.Name]; ok {
			out = append(out, use{t, c})
		}
	}
	return out
}

// perform runs what the model wishes. What goes wrong with a tool is told to
// the model.
func (a *Agent) perform(ctx context.Context, uses []use) ([]string, error) {
	one := func(ctx context.Context, tool Tool, call Call) (string, error) {
		text := ""
		err := span(ctx, tool.Name, func(ctx context.Context) error {
			var failed, cancelled error
			var wg sync.WaitGroup
			wg.Add(1)
			go func() {
				defer wg.Done()
				text, failed = tool.Invoke(ctx, call.Function.Arguments)
			}()
			wg.Wait()
			cancelled = ctx.Err()
			if failed != nil {
				text = failed.Error()
			}
			return errors.Join(cancelled)
		})
		return text, err
	}
	var said []string
	for _, u := range uses {
		text, err := one(ctx, u.tool, u.call)
		if err != nil {
			return nil, err
		}
		said = append(said, text)
	}
	return said, nil
}

// Converse is safe: each turn has its own wishes.
func (a *Agent) Converse(ctx context.Context, question string, tools map[string]Tool) (string, error) {
	messages := []string{question}
	for range a.max {
		reply, err := a.model.Ask(ctx, messages)
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 {
			return reply.Text, nil
		}
		said, err := a.perform(ctx, wishes(reply, tools))
		if err != nil {
			return "", err
		}
		messages = append(messages, said...)
	}
	return "", fmt.Errorf("no answer after %d turns", a.max)
}

// Inputs is safe: the model chooses for each question what is called.
func (a *Agent) Inputs(ctx context.Context, questions []string, tools map[string]Tool) error {
	return span(ctx, "inputs", func(ctx context.Context) error {
		for _, q := range questions {
			_, err := a.Converse(ctx, q, tools)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Tries is unsafe: one tool is used with the same text until it works.
func (a *Agent) Tries(ctx context.Context, t Tool, arguments string) (text string, err error) {
	for range a.max {
		text, err = t.Invoke(ctx, arguments) // want `tools/call can run again`
		if err == nil {
			break
		}
	}
	return text, err
}

// use runs one tool, whatever it is, with what the model says.
func (a *Agent) use(ctx context.Context, question string, t Tool) error {
	reply, err := a.model.Ask(ctx, []string{question})
	if err != nil {
		return err
	}
	for _, c := range reply.Calls {
		if _, err := t.Invoke(ctx, c.Function.Arguments); err != nil {
			return err
		}
	}
	return nil
}

// Uses is safe: the model says it anew.
func (a *Agent) Uses(ctx context.Context, t Tool) error {
	err := a.use(ctx, "which rooms are free?", t)
	if err != nil {
		err = a.use(ctx, "book one", t)
	}
	return err
}
