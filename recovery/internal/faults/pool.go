package faults

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
)

// DeadAddr is an address on which nothing listens: port 1 is reserved.
const DeadAddr = "127.0.0.1:1"

// A Pool is the connections of one client. Its zero value is not usable.
type Pool struct {
	*http.Transport
	stopped atomic.Bool
}

// NewPool returns a pool without connections.
func NewPool() *Pool {
	p := &Pool{Transport: &http.Transport{}}
	p.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if p.stopped.Load() {
			addr = DeadAddr // the real one may be another server's by now
		}
		c, err := new(net.Dialer).DialContext(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return conn{c, p}, nil
	}
	return p
}

// A conn takes nothing after its pool was stopped. net/http gives connections
// back in its own time, so one may come into the pool after Stop has closed
// those that were idle; a request on it is to be one that was never sent.
type conn struct {
	net.Conn
	pool *Pool
}

func (c conn) Write(b []byte) (int, error) {
	if c.pool.stopped.Load() {
		return 0, net.ErrClosed
	}
	return c.Conn.Write(b)
}

// Warm leaves a connection that has served a request, and is idle: net/http
// repeats a request on its own only if its connection had been used before.
func (p *Pool) Warm(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := p.RoundTrip(req)
	if err != nil {
		return err
	}
	// There is no body to read, and net/http puts the connection back before
	// it returns the response.
	return resp.Body.Close()
}

// Stop closes what is idle and makes every further dial fail, as it does if
// nothing listens.
func (p *Pool) Stop() {
	p.stopped.Store(true)
	p.CloseIdleConnections()
}
