// Package traps holds code that looks like a repeat and is none.
package traps

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Call is what a model wants to be called.
type Call struct {
	Tool string
	Args map[string]any
}

// Model answers with the next call, or none.
type Model interface {
	Next(ctx context.Context, history []string) (*Call, error)
}

// Agent is safe: every round brings a call of the model's own choice, also
// after a failure that it was told of.
func Agent(ctx context.Context, m Model, s *mcp.ClientSession) ([]string, error) {
	var history []string
	for {
		call, err := m.Next(ctx, history)
		if err != nil || call == nil {
			return history, err
		}
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: call.Tool, Arguments: call.Args})
		if err != nil {
			history = append(history, "the tool failed, its outcome is unknown: "+err.Error())
			continue
		}
		history = append(history, fmt.Sprint(res.Content))
	}
}

// REPL is safe: a person types every call.
func REPL(ctx context.Context, in io.Reader, s *mcp.ClientSession) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: lines.Text()})
		if err != nil {
			fmt.Println("failed:", err)
			continue
		}
		fmt.Println(res.Content)
	}
	return lines.Err()
}

// Operator is safe: what is called again was read from a journal, at a
// person's wish.
func Operator(ctx context.Context, s *mcp.ClientSession, journal []Call, pick int) (*mcp.CallToolResult, error) {
	if pick < 0 || pick >= len(journal) {
		return nil, errors.New("no such entry")
	}
	c := journal[pick]
	return s.CallTool(ctx, &mcp.CallToolParams{Name: c.Tool, Arguments: c.Args})
}

// Repaired is safe: the model mends the arguments after an error.
func Repaired(ctx context.Context, s *mcp.ClientSession, call Call, mend func(map[string]any, error) map[string]any) (res *mcp.CallToolResult, err error) {
	args := call.Args
	for range 3 {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: call.Tool, Arguments: args}); err == nil {
			return res, nil
		}
		args = mend(args, err)
	}
	return nil, err
}

// Candidates is safe: another tool in every round.
func Candidates(ctx context.Context, s *mcp.ClientSession, tools []string, args map[string]any) (*mcp.CallToolResult, error) {
	var errs []error
	for _, name := range tools {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
		if err == nil {
			return res, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// Worker is safe: it takes another job in every round.
func Worker(ctx context.Context, s *mcp.ClientSession, jobs <-chan Call, failed chan<- Call) {
	for job := range jobs {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: job.Tool, Arguments: job.Args}); err != nil {
			log.Printf("%s: %v", job.Tool, err)
			failed <- job
		}
	}
}

// Requeue is safe: the failed items are collected for somebody to look at.
func Requeue(ctx context.Context, s *mcp.ClientSession, jobs []Call) (left []Call) {
	for _, job := range jobs {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: job.Tool, Arguments: job.Args}); err != nil {
			left = append(left, job)
		}
	}
	return left
}

// Told is safe: the error becomes a failed result for the model.
func Told(ctx context.Context, s *mcp.ClientSession, call Call) *mcp.CallToolResult {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: call.Tool, Arguments: call.Args})
	if err != nil {
		return &mcp.CallToolResult{
			IsError: true,
			Content: []mcp.Content{&mcp.TextContent{Text: "outcome unknown: " + err.Error()}},
		}
	}
	return res
}

// Pipeline is safe: four different calls, one after the other.
func Pipeline(ctx context.Context, c *client.Client, order string) error {
	for _, step := range []string{"reserve_stock", "charge_card", "print_label", "notify_customer"} {
		req := mcpgo.CallToolRequest{}
		req.Params.Name = step
		req.Params.Arguments = map[string]any{"order": order}
		if _, err := c.CallTool(ctx, req); err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
	}
	return nil
}

// Branches is safe: only one of the calls is made.
func Branches(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, slow bool) (*mcp.CallToolResult, error) {
	if !slow {
		return s.CallTool(ctx, p)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	return s.CallTool(ctx, p)
}

// Dry is safe: the first call of the two is a rehearsal, which its arguments
// say.
func Dry(ctx context.Context, s *mcp.ClientSession, table string) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "drop_table", Arguments: map[string]any{"table": table, "dryRun": true}})
	if err != nil {
		log.Print("rehearsal failed, dropping anyway: ", err)
	}
	_, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "drop_table", Arguments: map[string]any{"table": table}})
	return err
}
