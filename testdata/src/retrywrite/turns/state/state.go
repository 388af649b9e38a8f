// Package state holds an agent that keeps what it is about to do in its own
// fields.
package state

import (
	"context"
	"errors"

	"cases/retrywrite/turns/plans"
)

// A model says what it wants.
type model interface {
	Ask(ctx context.Context, messages []string) ([]plans.Wish, error)
}

// A plan is a run, and what is known of it.
type plan struct {
	run   *plans.Run
	risky bool
}

// A planner keeps the runs that wait.
type planner struct {
	model   model
	tools   map[string]plans.Runner
	risky   map[string]bool
	pending []plan
	replies []string
	state   string
	tries   int
	input   chan string
}

func (p *planner) understand(wishes []plans.Wish) ([]plan, error) {
	out := make([]plan, len(wishes))
	for i, w := range wishes {
		run, err := plans.Understand(p.tools, w)
		if err != nil {
			return nil, err
		}
		out[i].run = run
		out[i].risky = p.risky[w.Name]
	}
	return out, nil
}

func (p *planner) execute(ctx context.Context) error {
	for _, x := range p.pending {
		said, err := x.run.Invoke(ctx)
		if err != nil {
			p.replies = append(p.replies, x.run.Name+": "+err.Error())
			return err
		}
		text, err := plans.Render(said)
		if err != nil {
			return err
		}
		p.replies = append(p.replies, text)
	}
	return nil
}

// Works is safe: each turn has its own plans.
func (p *planner) Works(ctx context.Context) {
	go func() {
		for {
			if p.tries >= 10 {
				return
			}
			if p.state == "confirming" {
				if answer := <-p.input; answer == "yes" {
					if err := p.execute(ctx); err != nil {
						p.state, p.pending = "idle", []plan{}
						continue
					}
				}
				p.pending, p.state = []plan{}, "running"
			}
			wishes, err := p.model.Ask(ctx, p.replies)
			if err != nil || len(wishes) == 0 {
				return
			}
			understood, err := p.understand(wishes)
			if err != nil {
				return
			}
			p.pending = understood
			if understood[0].risky {
				p.state = "confirming"
				continue
			}
			if err := p.execute(ctx); err != nil {
				p.state, p.pending = "idle", []plan{}
				continue
			}
			p.tries++
			p.pending = []plan{}
		}
	}()
}

// Answers is safe: after a failure the model plans anew.
func (p *planner) Answers(ctx context.Context) error {
	for range 3 {
		wishes, err := p.model.Ask(ctx, p.replies)
		if err != nil {
			return err
		}
		if p.pending, err = p.understand(wishes); err != nil {
			return err
		}
		if p.execute(ctx) == nil {
			return nil
		}
	}
	return errors.New("given up")
}

// Persists is unsafe: the plans are the same in each try.
func (p *planner) Persists(ctx context.Context) error {
	for range 3 {
		if p.execute(ctx) == nil { // want `tools/call can run again: retried on any error`
			return nil
		}
	}
	return errors.New("given up")
}

// Counts is unsafe: what is set in each try is their number.
func (p *planner) Counts(ctx context.Context) error {
	for p.tries = 0; p.tries < 3; p.tries++ {
		if p.execute(ctx) == nil { // want `tools/call can run again: retried on any error`
			return nil
		}
	}
	return errors.New("given up")
}
