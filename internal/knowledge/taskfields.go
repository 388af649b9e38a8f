package knowledge

import "strings"

// TaskField returns the path, from the parameters of a sink, of the member
// that asks for a task, or nil if the SDK has none.
func TaskField(s Sink) []string {
	if strings.HasPrefix(strings.TrimLeft(s.Func, "(*"), mcpGo+"client.") {
		return []string{"Params", "Task"}
	}
	return nil
}

// TaskCreator reports whether the function named fullName always asks for a
// task.
func TaskCreator(fullName string) bool {
	return fullName == "(*"+voocel+"client.ClientSession).CallToolAsTask"
}
