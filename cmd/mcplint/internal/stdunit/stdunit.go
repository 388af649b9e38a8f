// Package stdunit answers go vet for packages of the standard library, of which
// it wants facts and types only. mcplint has no facts about them, so that what
// is left to do is to export their types, and for that no function body needs
// to be checked. Half of what go vet analyses for a client is the standard
// library.
package stdunit

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/mcprecovery/mcplint/internal/effect"
)

// A Unit is what the go command says of a package, as far as it is needed here:
// unitchecker.Config, whose other fields take longer to read.
type Unit struct {
	ImportPath  string   // package path
	GoVersion   string   // least version of the language, such as go1.26
	GoFiles     []string // of absolute names
	ImportMap   mapping  // from what an import declaration says to a package path
	PackageVetx mapping  // from a package path to its file of types and facts
	VetxOnly    bool     // nobody wants diagnostics
	VetxOutput  string   // the file to write
}

// A mapping is read at its first use: for most packages that is never.
type mapping struct {
	text json.RawMessage
	m    map[string]string
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *mapping) UnmarshalJSON(text []byte) error {
	m.text = append(m.text[:0], text...)
	return nil
}

func (m *mapping) get(key string) (string, error) {
	if m.m == nil {
		m.m = make(map[string]string)
		if len(m.text) > 0 {
			if err := json.Unmarshal(m.text, &m.m); err != nil {
				return "", err
			}
		}
	}
	value, ok := m.m[key]
	if !ok {
		return "", fmt.Errorf("nothing for %q", key)
	}
	return value, nil
}

// Read returns the unit that a .cfg file describes.
func Read(name string) (*Unit, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	u := new(Unit)
	if err := json.Unmarshal(text, u); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return u, nil
}

// Standard reports whether [Unit.Export] does all that there is to do.
func (u *Unit) Standard() bool {
	return u.VetxOnly && u.VetxOutput != "" && effect.Factless(u.ImportPath)
}

// Export writes the file for the packages that import this one. Its bytes are
// those that unitchecker writes for a package without facts; nothing is
// written if there is an error.
func (u *Unit) Export() error {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range u.GoFiles {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	conf := &types.Config{
		Importer:         &importer{unit: u, fset: fset, pkgs: make(map[string]*types.Package)},
		Sizes:            types.SizesFor("gc", build.Default.GOARCH),
		GoVersion:        u.GoVersion,
		IgnoreFuncBodies: true,
	}
	pkg, err := conf.Check(u.ImportPath, fset, files, nil)
	if err != nil {
		return err
	}
	var exported bytes.Buffer
	if err := gcexportdata.Write(&exported, fset, pkg); err != nil {
		return err
	}
	return os.WriteFile(u.VetxOutput, file{types: exported.Bytes()[len(indexed):]}.bytes(), 0o666)
}

// An importer reads the types of imported packages from the files that were
// written for them.
type importer struct {
	unit *Unit
	fset *token.FileSet
	pkgs map[string]*types.Package
}

// Import implements types.Importer.
func (i *importer) Import(path string) (*types.Package, error) {
	path, err := i.unit.ImportMap.get(path) // resolves vendoring
	if err != nil {
		return nil, fmt.Errorf("import map: %w", err)
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg, ok := i.pkgs[path]; ok && pkg.Complete() {
		return pkg, nil
	}
	name, err := i.unit.PackageVetx.get(path)
	if err != nil {
		return nil, fmt.Errorf("files of types and facts: %w", err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return gcexportdata.Read(io.MultiReader(strings.NewReader(indexed), bytes.NewReader(f.types)), i.fset, i.pkgs, path)
}

// A file is what unitchecker hands from a package to its importers: "vetx",
// the two lengths, the types as package gcexportdata has them but for their
// first byte, and the facts.
type file struct{ types, facts []byte }

const (
	magic   = "vetx"
	header  = len(magic) + 8
	indexed = "i" // what gcexportdata begins with
)

func (f file) bytes() []byte {
	out := []byte(magic)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(f.types)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(f.facts)))
	return append(append(out, f.types...), f.facts...)
}

func parse(text []byte) (file, error) {
	if len(text) < header || string(text[:len(magic)]) != magic {
		return file{}, fmt.Errorf("no file of types and facts: %.12q", text)
	}
	types := uint64(binary.LittleEndian.Uint32(text[len(magic):]))
	facts := uint64(binary.LittleEndian.Uint32(text[len(magic)+4:]))
	rest := text[header:]
	if types+facts > uint64(len(rest)) {
		return file{}, fmt.Errorf("a file of types and facts is too short: %d bytes for %d and %d", len(rest), types, facts)
	}
	return file{rest[:types], rest[types : types+facts]}, nil
}
