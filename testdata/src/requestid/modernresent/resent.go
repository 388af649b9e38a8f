// Package modernresent speaks 2026-07-28 only, and sends again what was not
// answered.
package modernresent

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

const version = "2026-07-28"

// Tools is unsafe: the first request may still be under way.
func Tools(ctx context.Context, hc *http.Client, url string) (resp *http.Response, err error) {
	raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
	if err != nil {
		return nil, err
	}
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Mcp-Protocol-Version", version)
		if resp, err = hc.Do(req); err == nil { // want `this tools/list request is sent again after a failure`
			return resp, nil
		}
	}
	return nil, err
}
