// Package fields holds calls that go through struct fields, package variables
// and maps of func type, and errors that are kept in structs.
package fields

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Publisher has its call injected, so that tests can replace it.
type Publisher struct {
	call    func(ctx context.Context, name string, args any) (*mcp.CallToolResult, error)
	session *mcp.ClientSession
	lastErr error
	state   struct {
		res *mcp.CallToolResult
		err error
	}
}

// NewPublisher sets the field once.
func NewPublisher(s *mcp.ClientSession) *Publisher {
	p := &Publisher{session: s}
	p.call = func(ctx context.Context, name string, args any) (*mcp.CallToolResult, error) {
		return s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	}
	return p
}

// Publish is unsafe: the field holds a function that calls the tool.
func (p *Publisher) Publish(ctx context.Context, post string) (*mcp.CallToolResult, error) {
	res, err := p.call(ctx, "publish_post", map[string]any{"post": post})
	if err != nil {
		res, err = p.call(ctx, "publish_post", map[string]any{"post": post}) // want `tools/call "publish_post".*can run again`
	}
	return res, err
}

// PublishOnce is safe: one call.
func (p *Publisher) PublishOnce(ctx context.Context, post string) (*mcp.CallToolResult, error) {
	res, err := p.call(ctx, "publish_post", map[string]any{"post": post})
	if err != nil {
		return nil, fmt.Errorf("publish %s: %w", post, err)
	}
	return res, nil
}

// PublishKept is unsafe: the error is kept in a field and asked for there.
func (p *Publisher) PublishKept(ctx context.Context, post string) error {
	for n := 0; n < 3; n++ {
		_, p.lastErr = p.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "publish_post".*can run again.*io\.EOF`
			Name:      "publish_post",
			Arguments: map[string]any{"post": post},
		})
		if !errors.Is(p.lastErr, io.EOF) {
			break
		}
	}
	return p.lastErr
}

// PublishKeptOnce is safe: the loop ends in every case.
func (p *Publisher) PublishKeptOnce(ctx context.Context, post string) error {
	for n := 0; n < 3; n++ {
		if err := p.session.Ping(ctx, nil); err != nil {
			continue
		}
		_, p.lastErr = p.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "publish_post",
			Arguments: map[string]any{"post": post},
		})
		break
	}
	return p.lastErr
}

// run fills the nested struct.
func (p *Publisher) run(ctx context.Context, post string) {
	p.state.res, p.state.err = p.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "publish_post",
		Arguments: map[string]any{"post": post},
	})
}

// PublishState is unsafe: run tells of the failure in the receiver.
func (p *Publisher) PublishState(ctx context.Context, post string) error {
	p.run(ctx, post)
	if p.state.err != nil {
		time.Sleep(time.Second)
		p.run(ctx, post) // want `tools/call "publish_post".*can run again`
	}
	return p.state.err
}

// callRemote is replaced in tests.
var callRemote = func(ctx context.Context, c *client.Client, name string, args map[string]any) (*mcpgo.CallToolResult, error) {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = name
	req.Params.Arguments = args
	return c.CallTool(ctx, req)
}

// Archive is unsafe: a package variable holds the function.
func Archive(ctx context.Context, c *client.Client, post string) (err error) {
	for i := 0; i < 4; i++ {
		if _, err = callRemote(ctx, c, "archive_post", map[string]any{"post": post}); err == nil { // want `tools/call "archive_post".*can run again`
			return nil
		}
	}
	return err
}

// ArchiveMany is safe: another post in every round.
func ArchiveMany(ctx context.Context, c *client.Client, posts []string) (errs []error) {
	for _, post := range posts {
		if _, err := callRemote(ctx, c, "archive_post", map[string]any{"post": post}); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// callFunc is a named type for calls.
type callFunc func(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error)

// Looping is unsafe: a method value of the session in a named func type.
func Looping(ctx context.Context, s *mcp.ClientSession, post string) (*mcp.CallToolResult, error) {
	var do callFunc = s.CallTool
	params := &mcp.CallToolParams{Name: "pin_post", Arguments: map[string]any{"post": post}}
	for n := 1; ; n++ {
		res, err := do(ctx, params) // want `tools/call "pin_post".*can run again`
		if err == nil {
			return res, nil
		}
		if n == 3 {
			return nil, err
		}
	}
}

// HandedOn is safe: the method value is handed to something that calls it
// once.
func HandedOn(ctx context.Context, s *mcp.ClientSession, post string) (*mcp.CallToolResult, error) {
	return onceWith(ctx, s.CallTool, &mcp.CallToolParams{Name: "pin_post", Arguments: map[string]any{"post": post}})
}

func onceWith(ctx context.Context, do callFunc, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return do(ctx, params)
}

// repeated is unsafe: it has an MCP type in its signature, and its caller
// hands it the session's method.
func repeated(ctx context.Context, do callFunc, params *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = do(ctx, params); err == nil { // want `tools/call.*can run again`
			return res, nil
		}
	}
	return nil, err
}

// Pin hands the session's method to repeated.
func Pin(ctx context.Context, s *mcp.ClientSession, post string) (*mcp.CallToolResult, error) {
	return repeated(ctx, s.CallTool, &mcp.CallToolParams{Name: "pin_post", Arguments: map[string]any{"post": post}})
}

// outcome travels over a channel.
type outcome struct {
	res *mcp.CallToolResult
	err error
}

// Unpin is unsafe: each attempt runs in a goroutine, and its outcome comes
// back over a channel, or not in time.
func Unpin(ctx context.Context, s *mcp.ClientSession, post string) (*mcp.CallToolResult, error) {
	for n := 0; n < 3; n++ {
		ch := make(chan outcome, 1)
		go func() {
			res, err := s.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "unpin_post".*can run again`
				Name:      "unpin_post",
				Arguments: map[string]any{"post": post},
			})
			ch <- outcome{res, err}
		}()
		select {
		case o := <-ch:
			if o.err == nil {
				return o.res, nil
			}
		case <-time.After(5 * time.Second):
		}
	}
	return nil, errors.New("post could not be unpinned")
}

// UnpinOnce is safe: a timeout ends the function.
func UnpinOnce(ctx context.Context, s *mcp.ClientSession, post string) (*mcp.CallToolResult, error) {
	ch := make(chan outcome, 1)
	go func() {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "unpin_post",
			Arguments: map[string]any{"post": post},
		})
		ch <- outcome{res, err}
	}()
	select {
	case o := <-ch:
		return o.res, o.err
	case <-time.After(5 * time.Second):
		return nil, errors.New("no answer yet: the post may be unpinned")
	}
}

// Session is a session with a name; CallTool is promoted.
type Session struct {
	*mcp.ClientSession
	Name string
}

// Promoted is unsafe: the promoted method is the SDK's.
func (s *Session) Promoted(ctx context.Context, post string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "pin_post", Arguments: map[string]any{"post": post}}) // want `tools/call "pin_post".*can run again`
		if err == nil {
			return res, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", s.Name, err)
}

// PromotedOnce is safe: one call.
func (s *Session) PromotedOnce(ctx context.Context, post string) (res *mcp.CallToolResult, err error) {
	res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "pin_post", Arguments: map[string]any{"post": post}})
	if err == nil {
		return res, nil
	}
	return nil, fmt.Errorf("%s: %w", s.Name, err)
}
