package recovery

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// DigestArguments returns a digest of the arguments of a tools/call, of the
// form "sha256:" and 64 hexadecimal digits. Two values have the same digest
// exactly if they mean the same JSON: member order, white space, escapes and
// the notation of numbers do not count, the value of numbers counts to the
// last digit. No arguments, nil and JSON null are the empty object.
//
// The digest is stable across Go versions and may be kept. It fails for a
// value that encoding/json cannot encode, for JSON that names a member twice
// and for text that is not UTF-8: what a server makes of these is not defined.
func DigestArguments(args any) (string, error) {
	data, err := json.Marshal(args)
	if err != nil {
		return "", fmt.Errorf("recovery: digest of arguments: %w", err)
	}
	if string(data) == "null" {
		data = []byte("{}")
	}
	canonical, err := canonicalJSON(data)
	if err != nil {
		return "", fmt.Errorf("recovery: digest of arguments: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}

// canonicalJSON returns the one text that stands for all texts with the same
// meaning as data.
func canonicalJSON(data []byte) ([]byte, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber() // a float64 would merge large integers
	out, err := appendCanonical(nil, dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value")
	}
	return out, nil
}

// appendCanonical appends the next value of dec. It reads tokens, since
// decoding into a map would hide duplicate names.
func appendCanonical(out []byte, dec *json.Decoder) ([]byte, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '[' {
			return appendArray(out, dec)
		}
		return appendObject(out, dec)
	case string:
		return appendString(out, token), nil
	case json.Number:
		return appendNumber(out, token.String())
	case bool:
		return strconv.AppendBool(out, token), nil
	}
	return append(out, "null"...), nil
}

func appendArray(out []byte, dec *json.Decoder) ([]byte, error) {
	out = append(out, '[')
	for first := true; dec.More(); first = false {
		if !first {
			out = append(out, ',')
		}
		var err error
		if out, err = appendCanonical(out, dec); err != nil {
			return nil, err
		}
	}
	_, err := dec.Token()
	return append(out, ']'), err
}

func appendObject(out []byte, dec *json.Decoder) ([]byte, error) {
	members := make(map[string][]byte)
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name := token.(string) // the decoder has checked that it is one
		if _, dup := members[name]; dup {
			return nil, fmt.Errorf("member %q occurs twice", name)
		}
		if members[name], err = appendCanonical(nil, dec); err != nil {
			return nil, err
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	out = append(out, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendString(out, name), ':')
		out = append(out, members[name]...)
	}
	return append(out, '}'), nil
}

// appendString writes its own escapes: those of encoding/json have changed
// between Go versions.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c < ' ':
			out = fmt.Appendf(out, `\u%04x`, c)
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}

// appendNumber writes a number as its significant digits and a power of ten.
func appendNumber(out []byte, number string) ([]byte, error) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	power := int64(0)
	if exponent != "" {
		var err error
		if power, err = strconv.ParseInt(exponent, 10, 32); err != nil {
			return nil, fmt.Errorf("number %s: exponent out of range", number)
		}
	}
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	power -= int64(len(fraction))
	digits := strings.TrimLeft(whole+fraction, "0")
	significant := strings.TrimRight(digits, "0")
	power += int64(len(digits) - len(significant))
	if significant == "" {
		return append(out, '0'), nil // negative zero is zero
	}
	if negative {
		out = append(out, '-')
	}
	out = append(out, significant...)
	if power != 0 {
		out = append(out, 'e')
		out = strconv.AppendInt(out, power, 10)
	}
	return out, nil
}
