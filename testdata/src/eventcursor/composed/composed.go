// Package composed has a gateway that puts the ids of its servers into texts
// of its own, and takes those apart again: what it finds there is its own.
package composed

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

type server struct {
	name, url, session, last string
}

func (s *server) get() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Mcp-Session-Id", s.session)
	if s.last != "" {
		req.Header.Set("Last-Event-ID", s.last)
	}
	return http.DefaultClient.Do(req)
}

// read keeps the ids.
func (s *server) read(body io.Reader, out chan<- string) error {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if id, ok := strings.CutPrefix(sc.Text(), "id: "); ok {
			s.last = id
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			out <- data
		}
	}
	return sc.Err()
}

type gateway struct {
	servers []*server
	seal    func(string) string
}

// cursor is the id that the gateway gives its own clients.
func (g *gateway) cursor() string {
	var b strings.Builder
	for i, s := range g.servers {
		b.WriteString(strconv.Itoa(i))
		b.WriteString(":")
		b.WriteString(base64.StdEncoding.EncodeToString([]byte(s.last)))
		b.WriteString(",")
	}
	return open(b.String())
}

// open is the same way for all that the gateway hands out.
func open(text string) string { return strings.TrimSpace(text) }

// restore is silent: the number is that of a server of the gateway.
func (g *gateway) restore() error {
	for part := range strings.SplitSeq(g.cursor(), ",") {
		at, id, ok := strings.Cut(part, ":")
		if !ok {
			continue
		}
		i, err := strconv.Atoi(at)
		if err != nil || i >= len(g.servers) {
			return fmt.Errorf("no server %q", at)
		}
		last, err := base64.StdEncoding.DecodeString(id)
		if err != nil {
			return err
		}
		g.servers[i].last = string(last)
	}
	return nil
}

// token is silent: what is parsed went the same way through open, and has
// nothing to do with a stream.
func (g *gateway) token(progress string) (int64, error) {
	kind, value, _ := strings.Cut(open(progress), "-")
	if kind != "i" {
		return 0, fmt.Errorf("no number: %q", progress)
	}
	return strconv.ParseInt(value, 10, 64)
}

// joined is silent too: a name and an id.
func (g *gateway) joined(s *server) (int, error) {
	key := fmt.Sprintf("%d/%s", len(g.servers), s.last)
	n, _, _ := strings.Cut(key, "/")
	return strconv.Atoi(n)
}

// number is unsafe: no text of the gateway's own is around the id.
func (g *gateway) number(s *server) (int, error) {
	_, seq, _ := strings.Cut(strings.TrimSpace(s.last), "-")
	return strconv.Atoi(seq) // want `an event id is taken for a number`
}
