package knowledge

import "sync"

// ParamsFunc returns the arguments of which the function named fullName makes
// the parameters of a call: the tool's name and its arguments.
func ParamsFunc(fullName string) (name, args int, ok bool) {
	a, ok := paramsFuncs()[fullName]
	return a[0], a[1], ok
}

var paramsFuncs = sync.OnceValue(func() map[string][2]int {
	return map[string][2]int{
		thinkInAI + "protocol.NewCallToolRequest":                 {0, 1},
		thinkInAI + "protocol.NewCallToolRequestWithRawArguments": {0, 1},
	}
})

// MetaFunc returns the argument of which the function named fullName makes
// _meta.
func MetaFunc(fullName string) (arg int, ok bool) {
	arg, ok = metaFuncs()[fullName]
	return arg, ok
}

var metaFuncs = sync.OnceValue(func() map[string]int { return map[string]int{mcpGo + "mcp.NewMetaFromMap": 0} })
