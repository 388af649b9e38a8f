// Package app calls tools through a wrapper of another package.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/retrywrite/wrappers/mcpx"
)

// Payroll pays people.
type Payroll struct {
	tools   *mcpx.Client
	connect func(context.Context) (*mcp.ClientSession, error)
}

// Pay is unsafe: the wrapper hands the error on, and the loop ignores what it
// says.
func (p *Payroll) Pay(ctx context.Context, employee string, cents int64) (string, error) {
	var err error
	for attempt := range 3 {
		var out string
		out, err = p.tools.CallTool(ctx, "pay_salary", map[string]any{"employee": employee, "cents": cents}) // want `tools/call "pay_salary".*can run again.*any error`
		if err == nil {
			return out, nil
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return "", err
}

// PayOnce is safe: the error is returned.
func (p *Payroll) PayOnce(ctx context.Context, employee string, cents int64) (string, error) {
	return p.tools.CallTool(ctx, "pay_salary", map[string]any{"employee": employee, "cents": cents})
}

// PayEOF is unsafe: the wrapper keeps the chain of the error.
func (p *Payroll) PayEOF(ctx context.Context, employee string) (string, error) {
	args := map[string]any{"employee": employee}
	out, err := p.tools.CallTool(ctx, "pay_salary", args)
	if errors.Is(err, io.EOF) {
		s, cerr := p.connect(ctx)
		if cerr != nil {
			return "", errors.Join(err, cerr)
		}
		p.tools.Swap(s)
		return p.tools.CallTool(ctx, "pay_salary", args) // want `tools/call "pay_salary".*can run again.*io\.EOF`
	}
	return out, err
}

// PayClosed is safe: a closed connection is not written to.
func (p *Payroll) PayClosed(ctx context.Context, employee string) (string, error) {
	args := map[string]any{"employee": employee}
	out, err := p.tools.CallTool(ctx, "pay_salary", args)
	if errors.Is(err, mcp.ErrConnectionClosed) {
		s, cerr := p.connect(ctx)
		if cerr != nil {
			return "", errors.Join(err, cerr)
		}
		p.tools.Swap(s)
		return p.tools.CallTool(ctx, "pay_salary", args)
	}
	return out, err
}

// Any is unsafe: the tool's name is not known here, and raw JSON holds the
// arguments.
func (p *Payroll) Any(ctx context.Context, tool string, raw json.RawMessage) (*mcp.CallToolResult, error) {
	res, err := p.tools.Raw(ctx, tool, raw)
	if err != nil {
		log.Printf("%s: %v", tool, err)
		res, err = p.tools.Raw(ctx, tool, raw) // want `tools/call.*can run again`
	}
	return res, err
}

type bonus struct {
	Employee string `json:"employee"`
	Cents    int64  `json:"cents"`
}

type receipt struct {
	ID string `json:"id"`
}

// Bonus is unsafe: a generic wrapper, instantiated here.
func (p *Payroll) Bonus(ctx context.Context, employee string, cents int64) (receipt, error) {
	in := bonus{Employee: employee, Cents: cents}
	for n := 0; ; n++ {
		r, err := mcpx.Call[bonus, receipt](ctx, p.tools, "grant_bonus", in) // want `tools/call "grant_bonus".*can run again`
		if err == nil || n >= 2 {
			return r, err
		}
	}
}

// BonusEach is safe: another bonus in every round.
func (p *Payroll) BonusEach(ctx context.Context, all []bonus) (rs []receipt, err error) {
	for _, b := range all {
		r, cerr := mcpx.Call[bonus, receipt](ctx, p.tools, "grant_bonus", b)
		if cerr != nil {
			err = errors.Join(err, cerr)
			continue
		}
		rs = append(rs, r)
	}
	return rs, err
}

// Asked is unsafe: the answer tells of the failure in a field.
func (p *Payroll) Asked(ctx context.Context, employee string) mcpx.Answer {
	a := p.tools.Ask(ctx, "pay_salary", map[string]any{"employee": employee})
	if a.Err != nil {
		a = p.tools.Ask(ctx, "pay_salary", map[string]any{"employee": employee}) // want `tools/call "pay_salary".*can run again`
	}
	return a
}

// AskedOnce is safe: the failure is told to the model as it is.
func (p *Payroll) AskedOnce(ctx context.Context, employee string) string {
	a := p.tools.Ask(ctx, "pay_salary", map[string]any{"employee": employee})
	if a.Failed {
		return "unknown whether it was paid: " + a.Text
	}
	return a.Text
}

// Quiet is safe: the wrapper always returns nil, so that the loop ends after
// one round.
func (p *Payroll) Quiet(ctx context.Context, employee string) error {
	var err error
	for range 3 {
		if err = p.tools.Quiet(ctx, "pay_salary", map[string]any{"employee": employee}); err == nil {
			return nil
		}
	}
	return err
}

// Until is unsafe: the wrapper says no more than whether it went well.
func (p *Payroll) Until(ctx context.Context, employee string) {
	for !p.tools.Succeeds(ctx, "pay_salary", map[string]any{"employee": employee}) { // want `tools/call "pay_salary".*can run again`
		time.Sleep(time.Minute)
	}
}

// Into is unsafe: the error comes back through a pointer.
func (p *Payroll) Into(ctx context.Context, employee string) (a mcpx.Answer) {
	args := map[string]string{"employee": employee}
	for i := 0; i < 2; i++ {
		p.tools.Into(ctx, "pay_salary", args, &a) // want `tools/call "pay_salary".*can run again`
		if a.Err == nil {
			break
		}
	}
	return a
}

// pay is a wrapper around the wrapper.
func (p *Payroll) pay(ctx context.Context, employee string, extra map[string]any) error {
	args := map[string]any{"employee": employee}
	for k, v := range extra {
		args[k] = v
	}
	_, err := p.tools.CallTool(ctx, "pay_salary", args)
	return err
}

// Nested is unsafe: two frames lie between the repeat and the call.
func (p *Payroll) Nested(ctx context.Context, employee string) error {
	if err := p.pay(ctx, employee, nil); err != nil {
		log.Print("first try: ", err)
		return p.pay(ctx, employee, nil) // want `tools/call "pay_salary".*can run again`
	}
	return nil
}

// NestedOther is safe: the second call pays another employee.
func (p *Payroll) NestedOther(ctx context.Context, employee, deputy string) error {
	if err := p.pay(ctx, employee, nil); err != nil {
		return p.pay(ctx, deputy, nil)
	}
	return nil
}

// Names is safe: listing is no call of a tool.
func (p *Payroll) Names(ctx context.Context) ([]string, error) {
	for {
		names, err := p.tools.Names(ctx)
		if err == nil {
			return names, nil
		}
		time.Sleep(time.Second)
	}
}
