package standalone

import (
	"path/filepath"
	"strings"

	"honnef.co/go/tools/go/loader"
	"honnef.co/go/tools/lintcmd/runner"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/internal/report"
)

// A site is where a rule reports.
type site struct {
	rule string
	pos  finding.Position
}

// A merger brings the findings of a package and of its test variant together:
// the variant has all files of the package again, and sees more of them, so
// that the same finding may even be worded differently.
type merger struct {
	seen map[site]bool     // where packages that are no variants report
	dirs map[string]string // of packages
	root string            // directory of the go.mod that is in force
}

// editable reports whether a package is the user's own, so that fixes may
// change it. Packages have no module if they are named by their files, are of
// the standard library, or come without module information.
func (m *merger) editable(pkg *loader.PackageSpec, file string) bool {
	if pkg.Module != nil {
		return pkg.Module.Main
	}
	return m.root != "" && m.root == above(filepath.Dir(file), "go.mod") &&
		!strings.Contains(filepath.ToSlash(file), "/vendor/")
}

// add converts the diagnostics of one package. Packages must be added before
// their test variants.
func (m *merger) add(pkg *loader.PackageSpec, diags []runner.Diagnostic) (out []finding.Finding, incidents []finding.Problem) {
	variant := strings.Contains(pkg.ID, " [")
	for _, d := range diags {
		f := convert(pkg, d)
		f.Editable = m.editable(pkg, f.Pos.File)
		if f.Rule == report.IncidentCategory {
			incidents = append(incidents, finding.Problem{
				Kind: finding.Incident, Pos: f.Pos, Package: f.Package, Message: f.Message,
			})
			continue
		}
		s := site{f.Rule, f.Pos}
		if variant && m.seen[s] {
			continue
		}
		if !variant {
			m.seen[s] = true
		}
		f.Flow = finding.Flow(f, m.dirs)
		out = append(out, f)
	}
	return out, incidents
}

func convert(pkg *loader.PackageSpec, d runner.Diagnostic) finding.Finding {
	f := finding.Finding{
		Rule:    d.Category,
		Pos:     position(d.Position),
		End:     position(d.End),
		Message: d.Message,
		Package: pkg.PkgPath,
	}
	if !f.End.IsValid() {
		f.End = f.Pos
	}
	for _, rel := range d.Related {
		f.Related = append(f.Related, finding.Note{Pos: position(rel.Position), Message: rel.Message})
	}
	for _, fix := range d.SuggestedFixes {
		c := finding.Fix{Message: fix.Message}
		for _, e := range fix.TextEdits {
			edit := finding.Edit{Start: position(e.Position), End: position(e.End), New: string(e.NewText)}
			if !edit.End.IsValid() {
				edit.End = edit.Start // an insertion
			}
			c.Edits = append(c.Edits, edit)
		}
		f.Fixes = append(f.Fixes, c)
	}
	return f
}
