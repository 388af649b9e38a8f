package turns

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A Choice is what a planner wants next.
type Choice struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`
	Done bool           `json:"done"`
}

// A Writer answers prompts in text.
type Writer interface {
	Generate(ctx context.Context, prompt string) (any, error)
}

// object finds the first JSON object in a text.
func object(text string) string {
	text = strings.TrimSpace(text)
	if strings.Contains(text, "```") {
		text = strings.TrimPrefix(text, "Answer:")
		text = strings.TrimPrefix(text, "Choice:")
		text = strings.TrimSpace(text)
		text = strings.TrimPrefix(text, "```json5")
		text = strings.TrimPrefix(text, "```json")
		text = strings.TrimPrefix(text, "```text")
		text = strings.TrimPrefix(text, "```")
		text = strings.TrimLeft(text, " \t")
		text = strings.TrimLeft(text, "\r\n")
		text = strings.TrimSpace(text)
		if end := strings.Index(text, "```"); end >= 0 {
			text = text[:end]
		}
	}
	for start := strings.IndexByte(text, '{'); start >= 0; {
		var found json.RawMessage
		if err := json.NewDecoder(strings.NewReader(text[start:])).Decode(&found); err == nil && len(found) > 0 {
			return string(found)
		}
		next := strings.IndexByte(text[start+1:], '{')
		if next < 0 {
			break
		}
		start += next + 1
	}
	return ""
}

func choose(text string) (Choice, error) {
	found := object(text)
	if found == "" {
		return Choice{}, errors.New("no choice")
	}
	var c Choice
	if err := json.Unmarshal([]byte(found), &c); err != nil {
		return Choice{}, fmt.Errorf("choice: %w", err)
	}
	return c, nil
}

func prompt(question string, tools []string, seen []string) string {
	if len(seen) == 0 {
		seen = []string{"nothing"}
	}
	return fmt.Sprintf("%s\n\nTools:\n%s\n\nSo far:\n%s", question, strings.Join(tools, "\n"), strings.TrimSpace(strings.Join(seen, "\n")))
}

func broken(err error) bool { return strings.Contains(strings.ToLower(err.Error()), "compile") }

// Steps is safe: the planner chooses anew in each step, and is told what went
// wrong.
func (a *Agent) Steps(ctx context.Context, w Writer, question string) (string, error) {
	var seen []string
	for step := 1; step <= a.max; step++ {
		raw, err := w.Generate(ctx, prompt(question, nil, seen))
		if err != nil {
			return "", err
		}
		choice, err := choose(fmt.Sprint(raw))
		if err != nil {
			seen = append(seen, err.Error())
			continue
		}
		if choice.Done {
			return strings.Join(seen, "\n"), nil
		}
		name := strings.TrimSpace(choice.Tool)
		if choice.Args == nil {
			choice.Args = map[string]any{}
		}
		res, err := a.call(ctx, name, choice.Args)
		if err != nil {
			if broken(err) {
				seen = append(seen, fmt.Sprintf("step %d: %v", step, err))
				continue
			}
			return "", err
		}
		seen = append(seen, fmt.Sprint(res.Content))
	}
	return "", errors.New("no end")
}

// Insists is unsafe: the planner has chosen before the loop.
func (a *Agent) Insists(ctx context.Context, w Writer, question string) error {
	raw, err := w.Generate(ctx, prompt(question, nil, nil))
	if err != nil {
		return err
	}
	choice, err := choose(fmt.Sprint(raw))
	if err != nil {
		return err
	}
	for range a.max {
		_, err = a.call(ctx, choice.Tool, choice.Args) // want `tools/call can run again`
		if err == nil {
			return nil
		}
	}
	return err
}

// Talks is safe: what a planner chooses in the second run is its own affair.
func (a *Agent) Talks(ctx context.Context, w Writer) (string, error) {
	first, err := a.Steps(ctx, w, "what is there to do?")
	if err != nil {
		first = err.Error()
	}
	return a.Steps(ctx, w, "do it: "+first)
}

// decided calls what a text says.
func (a *Agent) decided(ctx context.Context, text string) error {
	choice, err := choose(text)
	if err != nil {
		return err
	}
	_, err = a.call(ctx, choice.Tool, choice.Args)
	return err
}

// Decides is unsafe: the text is the same, and so is the call.
func (a *Agent) Decides(ctx context.Context, text string) error {
	err := a.decided(ctx, text)
	if err != nil {
		err = a.decided(ctx, text) // want `tools/call can run again`
	}
	return err
}

func (a *Agent) talk(ctx context.Context, w Writer, question string) (string, error) {
	return a.Steps(ctx, w, "Be brief. "+question)
}

func (a *Agent) told(ctx context.Context, w Writer, question string) (string, error) {
	return a.talk(ctx, w, question)
}

// Reflects is safe: so it is however far down the runs are.
func (a *Agent) Reflects(ctx context.Context, w Writer, question string) (string, error) {
	_, _ = a.told(ctx, w, "What do you think of this? "+question)
	return a.told(ctx, w, question)
}
