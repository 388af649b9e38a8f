// Package notified sends requests on occasion of what a server tells.
package notified

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type answer struct {
	ID     *int64          `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
}

// Pipe is a connection to one server.
type Pipe struct {
	in     io.Writer
	out    *bufio.Scanner
	next   atomic.Int64
	onTold func(method string)

	mu      sync.Mutex
	running bool
	waiting map[int64]chan json.RawMessage
}

var errTimeout = errors.New("timeout")

// read hands answers to who waits for them, and what the server tells to onTold.
func (p *Pipe) read() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running {
		return
	}
	p.running = true
	go func() {
		for p.out.Scan() {
			var a answer
			if json.Unmarshal(p.out.Bytes(), &a) != nil {
				continue
			}
			if a.ID == nil {
				if p.onTold != nil {
					p.onTold(a.Method)
				}
				continue
			}
			p.mu.Lock()
			ch := p.waiting[*a.ID]
			delete(p.waiting, *a.ID)
			p.mu.Unlock()
			if ch != nil {
				ch <- a.Result
			}
		}
	}()
}

// ask numbers each request anew.
func (p *Pipe) ask(method string, params any) (json.RawMessage, error) {
	p.read()
	id := p.next.Add(1)
	data, err := json.Marshal(request{JSONRPC: "2.0", ID: id, Method: method, Params: params})
	if err != nil {
		return nil, err
	}
	ch := make(chan json.RawMessage, 1)
	p.mu.Lock()
	p.waiting[id] = ch
	p.mu.Unlock()
	if _, err := p.in.Write(append(data, '\n')); err != nil {
		return nil, err
	}
	select {
	case raw := <-ch:
		return raw, nil
	case <-time.After(time.Minute):
		return nil, errTimeout
	}
}

// Desk knows the tools of a server.
type Desk struct {
	pipe  *Pipe
	tools []json.RawMessage
}

func (d *Desk) list() ([]json.RawMessage, error) {
	raw, err := d.pipe.ask("tools/list", map[string]any{})
	if err != nil {
		return nil, err
	}
	var res struct {
		Tools []json.RawMessage `json:"tools"`
	}
	err = json.Unmarshal(raw, &res)
	return res.Tools, err
}

// Watch lists the tools again whenever they have changed.
func (d *Desk) Watch() {
	d.pipe.onTold = func(method string) {
		if method != "notifications/tools/list_changed" {
			return
		}
		if tools, err := d.list(); err == nil {
			d.tools = tools
		}
	}
}

// Pulse sends one request, built once, on each beat until it gets through.
func (d *Desk) Pulse(beats <-chan time.Time) error {
	data, err := json.Marshal(request{JSONRPC: "2.0", ID: d.pipe.next.Add(1), Method: "tools/list"})
	if err != nil {
		return err
	}
	send := func() error {
		_, err := d.pipe.in.Write(append(data, '\n'))
		return err
	}
	for range beats {
		if err := send(); err == nil { // want `this tools/list request is sent again after a failure with the JSON-RPC id of the first attempt`
			return nil
		}
	}
	return errTimeout
}

// Beat builds it anew on each.
func (d *Desk) Beat(beats <-chan time.Time) error {
	send := func() error {
		_, err := d.list()
		return err
	}
	for range beats {
		if err := send(); err == nil {
			return nil
		}
	}
	return errTimeout
}
