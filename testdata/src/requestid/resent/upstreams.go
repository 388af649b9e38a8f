package resent

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
)

// A poster posts to one server.
type poster struct {
	hc  *http.Client
	url string
}

func (p *poster) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return p.hc.Do(req)
}

// An Upstream is a connection to one server.
type Upstream struct {
	url string
	out interface {
		post(context.Context, []byte) (*http.Response, error)
	}
	tools []string
}

// NewUpstream makes what can be connected.
func NewUpstream(url string) (*Upstream, error) {
	return &Upstream{url: url}, nil
}

// connect gets the client ready.
func (u *Upstream) connect(ctx context.Context) error {
	u.out = &poster{hc: &http.Client{}, url: u.url}
	return ctx.Err()
}

// fetch asks once for the tools.
func (u *Upstream) fetch(ctx context.Context) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": "fetch", "method": "tools/list", "params": map[string]any{}})
	if err != nil {
		return err
	}
	resp, err := u.out.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(&u.tools)
}

// Upstreams is safe: each has a connection of its own, and none is asked twice.
func Upstreams(ctx context.Context, urls []string, failed func(string, error)) {
	var wg sync.WaitGroup
	for i := range urls {
		url := &urls[i]
		wg.Add(1)
		go func(url *string) {
			defer wg.Done()
			u, err := NewUpstream(*url)
			if err != nil {
				failed(*url, err)
				return
			}
			if err := u.connect(ctx); err != nil {
				failed(*url, err)
				return
			}
			if err := u.fetch(ctx); err != nil {
				failed(*url, err)
			}
		}(url)
	}
	wg.Wait()
}

// UpstreamsGrouped is safe: the same with a group.
func UpstreamsGrouped(ctx context.Context, urls []string, failed func(string, error)) {
	var wg sync.WaitGroup
	for _, url := range urls {
		wg.Go(func() {
			u, err := NewUpstream(url)
			if err != nil {
				failed(url, err)
				return
			}
			if err := u.connect(ctx); err != nil {
				failed(url, err)
				return
			}
			if err := u.fetch(ctx); err != nil {
				failed(url, err)
			}
		})
	}
	wg.Wait()
}

// UpstreamsInTurn is safe: the same, one after the other.
func UpstreamsInTurn(ctx context.Context, urls []string, failed func(string, error)) {
	for _, url := range urls {
		u, err := NewUpstream(url)
		if err != nil {
			failed(url, err)
			continue
		}
		if err := u.connect(ctx); err != nil {
			failed(url, err)
			continue
		}
		if err := u.fetch(ctx); err != nil {
			failed(url, err)
		}
	}
}
