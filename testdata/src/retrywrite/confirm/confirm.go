// Package confirm holds repeats that a person was asked about, or was not.
package confirm

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Terminal is safe: a person at the terminal said so.
func Terminal(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	in := bufio.NewReader(os.Stdin)
	for {
		res, err := s.CallTool(ctx, p)
		if err == nil {
			return res, nil
		}
		fmt.Printf("%s failed (%v); it may have been done. Again? [y/N] ", p.Name, err)
		line, rerr := in.ReadString('\n')
		if rerr != nil || !strings.EqualFold(strings.TrimSpace(line), "y") {
			return nil, err
		}
	}
}

// Scanned is safe: the same with fmt.
func Scanned(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if err == nil {
		return res, nil
	}
	var yes string
	fmt.Print("again? ")
	if _, serr := fmt.Scanln(&yes); serr != nil || yes != "yes" {
		return nil, err
	}
	return s.CallTool(ctx, p)
}

// Elicited is safe: the user of the host was asked, and accepted.
func Elicited(ctx context.Context, up *mcp.ClientSession, down *mcp.ServerSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := up.CallTool(ctx, p)
	if err == nil {
		return res, nil
	}
	answer, eerr := down.Elicit(ctx, &mcp.ElicitParams{Message: p.Name + " may have been done. Again?"})
	if eerr != nil || answer.Action != "accept" {
		return nil, err
	}
	return up.CallTool(ctx, p)
}

// ask puts the question to whoever is on duty.
//
//mcplint:confirms
func ask(w io.Writer, r io.Reader, question string) bool {
	fmt.Fprintln(w, question)
	line, err := bufio.NewReader(r).ReadString('\n')
	return err == nil && strings.TrimSpace(line) == "yes"
}

// Asked is safe: the directive says that a person decides.
func Asked(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, rw io.ReadWriter) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if err != nil && ask(rw, rw, "again?") {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// AskedBefore is unsafe: the person was asked whether to call at all.
func AskedBefore(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, rw io.ReadWriter) (*mcp.CallToolResult, error) {
	if !ask(rw, rw, "call "+p.Name+"?") {
		return nil, context.Canceled
	}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call.*can run again`
	}
	return res, err
}

// Config is what a file says.
type Config struct{ AutoConfirm bool }

func (c Config) confirmed() bool { return c.AutoConfirm }

// Configured is unsafe: the name is promising, but nobody was asked.
func Configured(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, c Config) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if err != nil && c.confirmed() {
		return s.CallTool(ctx, p) // want `tools/call.*can run again`
	}
	return res, err
}

// Notified is unsafe: the person is told, not asked.
func Notified(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if err != nil {
		fmt.Fprintln(os.Stderr, "trying again:", err)
		return s.CallTool(ctx, p) // want `tools/call.*can run again`
	}
	return res, err
}
