package cycles

import (
	"bytes"
	"io"
	"net/http"
	"strings"
)

// A decorator is a round tripper around another, which takes answers apart.
type decorator struct {
	base http.RoundTripper
	old  string
}

// Decorated makes two layers of one type.
func Decorated(old string) *http.Client {
	return &http.Client{Transport: &decorator{&decorator{http.DefaultTransport, old}, old}}
}

// RoundTrip is safe: it hands the request on, and opens no stream again.
func (d *decorator) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Accept", "application/json, text/event-stream")
	var sent []byte
	if req.Method == http.MethodPost && req.Body != nil {
		var err error
		if sent, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		req.Body = io.NopCloser(bytes.NewReader(sent))
	}
	resp, err := d.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound {
		resp.Body.Close()
		return d.older(req, sent)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	resp.Body = io.NopCloser(strings.NewReader(firstData(string(body))))
	return resp, nil
}

// firstData returns the data of the first event.
func firstData(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "data: ") {
			return strings.TrimPrefix(line, "data: ")
		}
	}
	return text
}

// older is safe: it asks where the older transport is.
func (d *decorator) older(req *http.Request, sent []byte) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.URL.Path = d.old
	req.Header.Set("Accept", "text/event-stream")
	if sent != nil {
		req.Body = io.NopCloser(bytes.NewReader(sent))
	}
	return d.base.RoundTrip(req)
}

// Listen is safe: one stream, read to its end.
func Listen(url, old string) (*http.Response, error) {
	d := &decorator{http.DefaultTransport, old}
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return d.RoundTrip(req)
}
