package knowledge

import "strings"

// CanonicalHeader returns the name of a header as net/http spells it: the
// first letter and those after a hyphen in upper case, the others in lower
// case. A name with a character that no header has is left alone.
//
// It is net/textproto's CanonicalMIMEHeaderKey, without package net, whose
// start every run of the tool would pay for.
func CanonicalHeader(name string) string {
	out := []byte(name)
	upper := true
	for i, c := range out {
		switch {
		case 'a' <= c && c <= 'z' && upper:
			out[i] = c - 'a' + 'A'
		case 'A' <= c && c <= 'Z' && !upper:
			out[i] = c - 'A' + 'a'
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)):
			return name
		}
		upper = c == '-'
	}
	return string(out)
}
