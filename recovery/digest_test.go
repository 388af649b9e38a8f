package recovery

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

func TestDigestArguments(t *testing.T) {
	type booking struct {
		Room   string  `json:"room"`
		Nights int     `json:"nights"`
		Price  float64 `json:"price"`
	}
	// Each line is one meaning.
	same := [][]any{
		{nil, map[string]any(nil), map[string]any{}, json.RawMessage(" { } "), json.RawMessage("null")},
		{
			booking{"7", 2, 100}, &booking{"7", 2, 100},
			map[string]any{"nights": 2, "price": 1e2, "room": "7"},
			json.RawMessage(`{"price":100.00, "nights":2,"room":"\u0037"}`),
			json.RawMessage(`{"price":1000e-1,"room":"7","nights":0.2e1}`),
		},
		{json.RawMessage(`{"n":9007199254740993}`), json.RawMessage(`{"n":9007199254740993.0}`)},
		{json.RawMessage(`{"n":9007199254740992}`)},
		{json.RawMessage(`{"n":0}`), json.RawMessage(`{"n":-0.0e5}`)},
		{json.RawMessage(`{"n":-1}`)},
		{json.RawMessage(`{"n":"1"}`)},
		{json.RawMessage(`{"n":[1,2]}`), json.RawMessage(`{"n":[ 1, 2 ]}`)},
		{json.RawMessage(`{"n":[2,1]}`)},
		{json.RawMessage(`{"n":[12]}`)},
		{json.RawMessage(`{"n":null}`)},
		{json.RawMessage(`{"n":true}`)},
		{json.RawMessage(`{"a":"b\",\"c\":\"d"}`)},
		{json.RawMessage(`{"a":"b","c":"d"}`)},
		{json.RawMessage(`{"a":"<&>é\b"}`), map[string]string{"a": "<&>é\b"}},
	}
	meaning := make(map[string]int)
	for i, line := range same {
		for _, args := range line {
			digest, err := DigestArguments(args)
			if err != nil {
				t.Errorf("%v: %v", args, err)
				continue
			}
			if other, ok := meaning[digest]; ok && other != i {
				t.Errorf("%s has the digest of line %d", args, other)
			}
			meaning[digest] = i
		}
	}
	if len(meaning) != len(same) {
		t.Errorf("%d digests for %d meanings", len(meaning), len(same))
	}
	// The digest is kept in journals: this value must never change.
	const kept = "sha256:fd3b67c888928e2d7be32ad5587ce7bd3392f2aae865fce73cfbdcce25dde714"
	if got, _ := DigestArguments(booking{"7", 2, 100}); got != kept {
		t.Errorf("digest of the same arguments changed: %s, was %s", got, kept)
	}
	for _, bad := range []any{
		make(chan int),
		json.RawMessage(`{"a":1,"a":1}`),
		json.RawMessage("{\"a\":\"\xff\"}"),
		json.RawMessage(`{} {}`),
		json.RawMessage(`{`),
		json.RawMessage(`{"n":1e99999999999}`),
	} {
		if digest, err := DigestArguments(bad); err == nil {
			t.Errorf("%v has a digest: %s", bad, digest)
		}
	}
}

// FuzzCanonicalJSON checks that the canonical text means what the original
// means, and is its own canonical text but for the notation of numbers.
func FuzzCanonicalJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"b":[1,2.50,-3e+7,0e9],"a":{"x":"\u0000\"\\","":null}}`, `[true,false,"é "]`, `-0.00`, `1e400`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		canonical, err := canonicalJSON(data)
		if err != nil {
			return
		}
		again, err := canonicalJSON(canonical)
		if err != nil || string(again) != string(canonical) {
			t.Fatalf("%q: canonical %q is not canonical: %q, %v", data, canonical, again, err)
		}
		if got, want := decode(t, canonical), decode(t, data); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q became %q", data, canonical)
		}
	})
}

// decode decodes JSON, or returns nil for a number beyond float64.
func decode(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	err := json.Unmarshal(data, &v)
	var beyond *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &beyond) {
		t.Fatalf("%q: %v", data, err)
	}
	if err != nil {
		return nil
	}
	return v
}
