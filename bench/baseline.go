package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
)

// tolerance is by which factor a figure may exceed that of the baseline.
const tolerance = 1.15

// A summary is what several runs come to, in medians: CPU in multiples of what
// the no-op took just before or after, and memory in MB.
type summary struct {
	ratio float64
	mb    int64
}

// figures are what a baseline holds of a subject. CPU is in multiples of what
// go vet takes with a tool that does nothing: seconds say more of the machine
// than of mcplint.
type figures struct {
	Vet          float64 `json:"vet"`
	VetMB        int64   `json:"vetMB"` // of the largest process
	Standalone   float64 `json:"standalone"`
	StandaloneMB int64   `json:"standaloneMB"`
}

func readBaseline(name string) (map[string]figures, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("the baseline: %w; write one with -update", err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var out map[string]figures
	if err := dec.Decode(&out); err != nil {
		return nil, fmt.Errorf("the baseline %s: %w; write it anew with -update", name, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the baseline %s goes on after its end; write it anew with -update", name)
	}
	return out, nil
}

// writeBaseline writes what was measured, and keeps what was not.
func writeBaseline(name string, measured map[string]figures) error {
	all, err := readBaseline(name)
	if errors.Is(err, os.ErrNotExist) {
		all = make(map[string]figures)
	} else if err != nil {
		return err
	}
	for name, f := range measured {
		f.Vet, f.Standalone = round(f.Vet), round(f.Standalone)
		all[name] = f
	}
	text, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o666)
}

// round leaves three digits, more than what a measurement is worth.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }

// compareBaseline returns an error that names every figure which is too large.
func compareBaseline(measured, baseline map[string]figures) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(measured)) {
		is := measured[name]
		was, ok := baseline[name]
		if !ok {
			errs = append(errs, fmt.Errorf("%s is not in the baseline; add it with -update", name))
			continue
		}
		check := func(what string, is, was float64) {
			if is > was*tolerance {
				errs = append(errs, fmt.Errorf("%s: %s is %.2f, and %.2f in the baseline", name, what, is, was))
			}
		}
		check("CPU under go vet, of the no-op's", is.Vet, was.Vet)
		check("memory under go vet, in MB,", float64(is.VetMB), float64(was.VetMB))
		check("CPU standalone, of the no-op's", is.Standalone, was.Standalone)
		check("memory standalone, in MB,", float64(is.StandaloneMB), float64(was.StandaloneMB))
	}
	return errors.Join(errs...)
}
