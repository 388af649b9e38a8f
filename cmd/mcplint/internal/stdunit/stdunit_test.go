package stdunit

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// What is written is read again, and what is no such file is told so.
func TestFile(t *testing.T) {
	want := file{types: []byte("types"), facts: []byte("facts")}
	got, err := parse(want.bytes())
	if err != nil || !bytes.Equal(got.types, want.types) || !bytes.Equal(got.facts, want.facts) {
		t.Errorf("got %q, %v", got, err)
	}
	for _, text := range []string{"", "vetx", "vety\x00\x00\x00\x00\x00\x00\x00\x00", "vetx\x02\x00\x00\x00\x00\x00\x00\x00t", "vetx\xff\xff\xff\xff\xff\xff\xff\xfft"} {
		if got, err := parse([]byte(text)); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(file{types: []byte("types"), facts: []byte("facts")}.bytes())
	f.Add([]byte("vetx\xff\xff\xff\xff\xff\xff\xff\xfft"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := parse(text)
		if err == nil && !bytes.HasPrefix(text, got.bytes()) {
			t.Errorf("%q is %q", text, got)
		}
	})
}

// What goes wrong is an error, and nothing is written.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	bad := write("bad.vetx", "nothing")
	for name, u := range map[string]Unit{
		"syntax":          {GoFiles: []string{write("syntax.go", "package")}},
		"type":            {GoFiles: []string{write("type.go", "package p\nvar x undeclared\n")}},
		"no file":         {GoFiles: []string{filepath.Join(dir, "none.go")}},
		"import":          {GoFiles: []string{write("import.go", "package p\nimport _ \"q\"\n")}},
		"import map":      {GoFiles: []string{write("map.go", "package p\nimport _ \"q\"\n")}, ImportMap: mapping{text: []byte("[]")}},
		"import not read": {GoFiles: []string{write("unread.go", "package p\nimport _ \"q\"\n")}, ImportMap: mapping{m: map[string]string{"q": "q"}}},
		"import not understood": {
			GoFiles:   []string{write("understood.go", "package p\nimport _ \"q\"\n")},
			ImportMap: mapping{m: map[string]string{"q": "q"}}, PackageVetx: mapping{m: map[string]string{"q": bad}},
		},
	} {
		u.ImportPath, u.VetxOutput = "p", filepath.Join(dir, "out.vetx")
		if err := u.Export(); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := os.Stat(u.VetxOutput); err == nil {
			t.Errorf("%s: something was written", name)
		}
	}
	for name, u := range map[string]Unit{
		"wanted":    {ImportPath: "fmt", VetxOutput: "out"},
		"not std":   {ImportPath: "example.com/fmt", VetxOnly: true, VetxOutput: "out"},
		"no output": {ImportPath: "fmt", VetxOnly: true},
	} {
		if u.Standard() {
			t.Errorf("%s: Export is not all that there is to do", name)
		}
	}
}
