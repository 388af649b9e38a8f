package plugin

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// apply sets the flags that the settings name. It returns which rules are
// left: as with the flags, those that are named true if there are any, else
// all but those that are named false.
func apply(settings any) (selected func(rule string) bool, err error) {
	mcplintconfig.Current = mcplintconfig.Settings{}
	fs := flag.NewFlagSet("mcplint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	mcplintconfig.Bind(fs)
	rules := map[string]bool{} // those that are named
	for _, c := range analyzers.Checks() {
		name := c.Name()
		fs.BoolFunc(name, "", func(text string) error {
			on, err := strconv.ParseBool(text)
			rules[name] = on
			return err
		})
		c.Analyzer.Flags.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, name+"."+f.Name, f.Usage) })
	}
	flat := map[string]any{}
	if err := flatten(flat, "", settings); err != nil {
		return nil, err
	}
	var names []string
	for name := range flat {
		names = append(names, name)
	}
	slices.Sort(names) // the first of several errors is always the same
	for _, name := range names {
		if fs.Lookup(name) == nil {
			return nil, fmt.Errorf("unknown setting %q (there are %s)", name, strings.Join(known(fs), ", "))
		}
		text, err := value(flat[name])
		if err == nil {
			err = fs.Set(name, text)
		}
		if err != nil {
			return nil, fmt.Errorf("setting %q: %w", name, err)
		}
	}
	only := slices.ContainsFunc(analyzers.Checks(), func(c analyzers.Check) bool { return rules[c.Name()] })
	return func(rule string) bool {
		on, named := rules[rule]
		return on || !named && !only
	}, nil
}

// known lists the names of all flags.
func known(fs *flag.FlagSet) []string {
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// flatten puts the settings into flat, by the names of the flags. A name with
// a dot may come as nested maps: golangci-lint's configuration library splits
// keys there.
func flatten(flat map[string]any, prefix string, settings any) error {
	switch s := settings.(type) {
	case nil:
	case map[string]any:
		for key, v := range s {
			switch v.(type) {
			case map[string]any, map[any]any:
				if err := flatten(flat, prefix+key+".", v); err != nil {
					return err
				}
			default:
				flat[prefix+key] = v
			}
		}
	case map[any]any:
		for key, v := range s {
			if err := flatten(flat, prefix, map[string]any{fmt.Sprint(key): v}); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("the settings are %T, not a map", settings)
	}
	return nil
}

// value returns a setting as the text of a flag. A list may be written as a
// list.
func value(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool, int, int64, uint64, float64:
		return fmt.Sprint(v), nil
	case []string:
		return strings.Join(v, ","), nil
	case []any:
		var items []string
		for _, item := range v {
			text, err := value(item)
			if err != nil {
				return "", err
			}
			if strings.Contains(text, ",") {
				return "", fmt.Errorf("%q is not one item of a list", text)
			}
			items = append(items, text)
		}
		return strings.Join(items, ","), nil
	}
	return "", fmt.Errorf("%v (%T) is no value of a flag", v, v)
}
