package knowledge

// HandlerOf returns the row of the registration function or the method of a
// handler interface named fullName.
func HandlerOf(fullName string) (Handler, bool) {
	h, ok := handlers[fullName]
	return h, ok
}

// HandlerMethods returns the rows of the handler interfaces: methods that an
// engine calls on the types that implement them.
func HandlerMethods() []Handler { return nil }

var handlers = map[string]Handler{}
