// Package modern speaks an edition without resumption.
package modern

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"time"
)

type listener struct {
	url, session, last string
	deliver            func(string)
}

func (l *listener) run(ctx context.Context) error {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("MCP-Protocol-Version", "2026-07-28")
		if l.last != "" {
			req.Header.Set("Last-Event-ID", l.last)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
				l.last = id
			}
			if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
				l.deliver(data)
			}
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}
