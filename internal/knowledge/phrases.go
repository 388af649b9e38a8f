package knowledge

// TextOf names ending e in words of the field, for messages.
func TextOf(e Ending) string { return endingText[e] }

// WhyUnknown says in one clause why a call that was executed can end in e.
// It is empty for endings that no executed call has.
func WhyUnknown(e Ending) string { return "" }

var endingText = map[Ending]string{EOF: "io.EOF"}
