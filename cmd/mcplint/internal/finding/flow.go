package finding

import (
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/report"
)

// step matches "text at file.go:12", "text at import/path/file.go:12", and
// both without text.
var step = lazy.Regexp(`^(?:(.*) at )?(\S+\.go):(\d+)$`)

// Flow takes the flow out of a message, where analyzers fold it so that every
// driver shows it. dirs maps import paths to directories. A step whose file is
// not known has no position.
func Flow(f Finding, dirs map[string]string) []Note {
	folded, ok := strings.CutPrefix(f.Message, report.Text(f.Message))
	if !ok || folded == "" {
		return nil
	}
	folded = strings.TrimSuffix(folded[strings.Index(folded, "via ")+len("via "):], ")")
	var out []Note
	for text := range strings.SplitSeq(folded, " -> ") {
		m := step().FindStringSubmatch(text)
		if m == nil {
			out = append(out, Note{Message: text})
			continue
		}
		n := Note{Message: m[1]}
		if n.Message == "" {
			n.Message = "here"
		}
		dir, base := path.Split(m[2])
		switch where, ok := dirs[path.Clean(dir)]; {
		case dir == "": // in the package of the finding
			n.Pos.File = filepath.Join(filepath.Dir(f.Pos.File), base)
		case ok:
			n.Pos.File = filepath.Join(where, base)
		default:
			n.Message = text
		}
		if n.Pos.File != "" {
			n.Pos.Line, _ = strconv.Atoi(m[3])
		}
		out = append(out, n)
	}
	return out
}
