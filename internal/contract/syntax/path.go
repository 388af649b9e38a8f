// This file parses the paths that lead to values and to keys.

package syntax

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A Path leads from a parameter of a function to a value: parameter Param
// (from 0, the receiver not counted) and then Fields, one after the other.
// Param is -1 if there is no such value.
type Path struct {
	Param  int
	Fields []string
}

// NoPath is the path that leads nowhere.
func NoPath() Path { return Path{Param: -1} }

// IsNone reports whether the path leads nowhere.
func (p Path) IsNone() bool { return p.Param < 0 }

func (p Path) String() string {
	if p.IsNone() {
		return "none"
	}
	return strings.Join(append([]string{strconv.Itoa(p.Param)}, p.Fields...), ".")
}

// ParsePath parses "1" or "1.Params.Name".
func ParsePath(s string) (Path, error) {
	first, rest, dotted := strings.Cut(s, ".")
	n, err := strconv.ParseUint(first, 10, 8)
	if err != nil || first[0] == '+' {
		return NoPath(), fmt.Errorf("%q is not the number of a parameter (from 0, the receiver not counted) with an optional .Field path", s)
	}
	p := Path{Param: int(n)}
	if !dotted {
		return p, nil
	}
	for f := range strings.SplitSeq(rest, ".") {
		if !token.IsIdentifier(f) {
			return NoPath(), fmt.Errorf("%q in %q is not a field name", f, s)
		}
		p.Fields = append(p.Fields, f)
	}
	return p, nil
}

// A Place says where in a tools/call a deduplication key stands.
type Place uint8

// The places.
const (
	InArguments Place = iota
	InMeta
	InHeader
)

// A Key names the value by which a server recognises a repetition.
// Path has one element for InMeta and InHeader.
type Key struct {
	Place Place
	Path  []string
}

func (k Key) String() string {
	switch k.Place {
	case InMeta:
		return "meta:" + strings.Join(k.Path, ".")
	case InHeader:
		return "header:" + strings.Join(k.Path, ".")
	}
	return "arguments." + strings.Join(k.Path, ".")
}

// ParseKey parses "arguments.a.b", "b", "meta:key" or "header:Name".
func ParseKey(s string) (Key, error) {
	if name, ok := strings.CutPrefix(s, "meta:"); ok {
		if name == "" {
			return Key{}, fmt.Errorf("meta: lacks the name of a _meta entry")
		}
		return Key{InMeta, []string{name}}, nil
	}
	if name, ok := strings.CutPrefix(s, "header:"); ok {
		if !isToken(name) {
			return Key{}, fmt.Errorf("%q is not the name of an HTTP header", name)
		}
		return Key{InHeader, []string{knowledge.CanonicalHeader(name)}}, nil
	}
	if head, _, ok := strings.Cut(s, ":"); ok {
		return Key{}, fmt.Errorf("%q is no place of a key: write arguments.name, meta:name or header:Name", head+":")
	}
	rest, full := strings.CutPrefix(s, "arguments.")
	elems := strings.Split(rest, ".")
	if !full && (len(elems) > 1 || s == "arguments") {
		return Key{}, fmt.Errorf("%q is ambiguous: write arguments.name for an argument, meta:name for a _meta entry, header:Name for a header", s)
	}
	for _, e := range elems {
		if e == "" {
			return Key{}, fmt.Errorf("%q has an empty element", s)
		}
	}
	return Key{InArguments, elems}, nil
}

// isToken reports whether s is a token of RFC 9110, as header names are.
func isToken(s string) bool {
	for _, r := range s {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		if !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r) {
			return false
		}
	}
	return s != ""
}
