// Package older speaks an edition that does not mention the retry field.
package older

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
		req.Header.Set("Mcp-Session-Id", l.session)
		req.Header.Set("MCP-Protocol-Version", "2025-06-18")
		if l.last != "" {
			req.Header.Set("Last-Event-ID", l.last)
		}
		resp, err := http.DefaultClient.Do(req) // want `never read, and a server says with it how long to stay away`
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
