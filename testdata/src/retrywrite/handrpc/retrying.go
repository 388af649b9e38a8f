package handrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"
)

// Retrying repeats requests of every method in its own send.
type Retrying struct {
	http *http.Client
	url  string
	auth string
}

// send is unsafe: the method comes from its callers, and one of them calls
// tools.
func (r *Retrying) send(ctx context.Context, method string, params any) (json.RawMessage, error) {
	payload := map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
	data, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	var last error
	for try := 1; try <= 4; try++ {
		req, err := http.NewRequestWithContext(ctx, "POST", r.url, bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		resp, err := r.http.Do(req) // want `tools/call.*can run again`
		if err != nil {
			last = err
			continue
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && resp.StatusCode < 300 {
			return body, nil
		}
		last = fmt.Errorf("%s: status %d: %w", method, resp.StatusCode, err)
		log.Printf("try %d: %v", try, last)
	}
	return nil, last
}

// Invoke calls a tool through send.
func (r *Retrying) Invoke(ctx context.Context, tool string, args json.RawMessage) (json.RawMessage, error) {
	return r.send(ctx, "tools/call", map[string]any{"name": tool, "arguments": args})
}

// Careful repeats requests, but not those that call tools.
type Careful struct {
	http *http.Client
	url  string
}

// send is safe: tools/call has one try.
func (c *Careful) send(ctx context.Context, method string, params any) (json.RawMessage, error) {
	tries := 4
	if method == "tools/call" {
		tries = 1
	}
	var last error
	for range tries {
		res, err := c.once(ctx, method, params)
		if err == nil {
			return res, nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return nil, last
}

func (c *Careful) once(ctx context.Context, method string, params any) (json.RawMessage, error) {
	data, err := json.Marshal(rpcRequest{JSONRPC: "2.0", ID: time.Now().UnixNano(), Method: method, Params: params})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, "POST", c.url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// Invoke calls a tool, List lists them.
func (c *Careful) Invoke(ctx context.Context, tool string, args any) (json.RawMessage, error) {
	return c.send(ctx, "tools/call", map[string]any{"name": tool, "arguments": args})
}

// List lists the tools.
func (c *Careful) List(ctx context.Context) (json.RawMessage, error) {
	return c.send(ctx, "tools/list", nil)
}

// Flagged repeats requests if its callers say so.
type Flagged struct{ careful Careful }

// request is safe: the caller that calls tools does not ask for a repeat.
func (f *Flagged) request(ctx context.Context, method string, params any, again bool) (json.RawMessage, error) {
	res, err := f.careful.once(ctx, method, params)
	if err != nil && again {
		res, err = f.careful.once(ctx, method, params)
	}
	return res, err
}

// Invoke calls a tool once.
func (f *Flagged) Invoke(ctx context.Context, tool string, args any) (json.RawMessage, error) {
	return f.request(ctx, "tools/call", map[string]any{"name": tool, "arguments": args}, false)
}

// List lists the tools, twice if need be.
func (f *Flagged) List(ctx context.Context) (json.RawMessage, error) {
	return f.request(ctx, "tools/list", nil, true)
}

// Deep has the constant three frames above the POST.
type Deep struct{ careful Careful }

func (d *Deep) roundTrip(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return d.careful.once(ctx, method, params)
}

// exchange is unsafe: it repeats what its callers' caller asks for.
func (d *Deep) exchange(ctx context.Context, method string, params any) (json.RawMessage, error) {
	res, err := d.roundTrip(ctx, method, params)
	if err != nil && strings.Contains(err.Error(), "connection reset") {
		log.Printf("%s: %v", method, err)
		return d.roundTrip(ctx, method, params) // want `tools/call.*can run again`
	}
	return res, err
}

func (d *Deep) invoke(ctx context.Context, method, tool string, args any) (json.RawMessage, error) {
	return d.exchange(ctx, method, map[string]any{"name": tool, "arguments": args})
}

// Invoke calls a tool.
func (d *Deep) Invoke(ctx context.Context, tool string, args any) (json.RawMessage, error) {
	return d.invoke(ctx, "tools/call", tool, args)
}

// Text is unsafe: the request is a text, built once and sent twice.
func Text(ctx context.Context, url, room string) (string, error) {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"clean_room","arguments":{"room":%q}}}`, room)
	var last error
	for range 2 {
		resp, err := http.Post(url, "application/json", strings.NewReader(body)) // want `tools/call.*can run again`
		if err != nil {
			last = err
			continue
		}
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		return string(data), err
	}
	return "", last
}

// TextDial is safe: only a failed dial leads to another try.
func TextDial(ctx context.Context, url, room string) (string, error) {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"clean_room","arguments":{"room":%q}}}`, room)
	var last error
	for range 2 {
		resp, err := http.Post(url, "application/json", strings.NewReader(body))
		if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
			last = err
			continue
		}
		if err != nil {
			return "", err
		}
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		return string(data), err
	}
	return "", last
}

// Scheme is safe: the other spelling of the header is tried after a 401.
func (r *Retrying) Scheme(ctx context.Context, tool string, args any) (*http.Response, error) {
	attempt := func(scheme string) (*http.Response, error) {
		data, err := json.Marshal(rpcRequest{JSONRPC: "2.0", ID: 1, Method: "tools/call", Params: map[string]any{"name": tool, "arguments": args}})
		if err != nil {
			return nil, err
		}
		req, err := http.NewRequestWithContext(ctx, "POST", r.url, bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", scheme+" "+r.auth)
		return r.http.Do(req)
	}
	resp, err := attempt("Bearer")
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		resp.Body.Close()
		return attempt("Token")
	}
	return resp, err
}

// SchemeAlways is unsafe: the other spelling is tried after every failure.
func (r *Retrying) SchemeAlways(ctx context.Context, tool string, args any) (*http.Response, error) {
	attempt := func(scheme string) (*http.Response, error) {
		data, err := json.Marshal(rpcRequest{JSONRPC: "2.0", ID: 1, Method: "tools/call", Params: map[string]any{"name": tool, "arguments": args}})
		if err != nil {
			return nil, err
		}
		req, err := http.NewRequestWithContext(ctx, "POST", r.url, bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", scheme+" "+r.auth)
		return r.http.Do(req)
	}
	resp, err := attempt("Bearer")
	if err != nil {
		return attempt("Token") // want `tools/call.*can run again`
	}
	return resp, nil
}
