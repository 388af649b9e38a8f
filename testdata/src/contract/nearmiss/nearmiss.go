// Package nearmiss holds comments that are meant as directives and are none.
//
// mcplint: the name of the tool may begin a line of prose.
package nearmiss

// mcplint:read "docs" // want `this comment is not read as a directive: write //mcplint:read in lower case and without blanks`
const a = "a"

// MCPLINT:Write // want `write //mcplint:write in lower case and without blanks`
const b = "b"

// mcplint: Ignore retrywrite it is a read // want `write //mcplint:ignore in lower case`
const e = "e"

/*mcplint:read "docs"*/ // want `write //mcplint:read as a line comment`
const f = "f"

/* mcplint:write */ // want `write //mcplint:write as a line comment`
const g = "g"

// gofmt puts a blank into some of these where they are doc comments.
func body() {
	//MCPLINT:read "docs" // want `write //mcplint:read in lower case`
	const b = "b"

	//mcplint:Read "docs" // want `write //mcplint:read in lower case`
	const c = "c"

	//mcplint: read "docs" // want `write //mcplint:read in lower case and without blanks`
	const d = "d"

	//mcplint :dedupes key=a "docs" // want `write //mcplint:dedupes in lower case and without blanks`
	const h = "h"

	//mcplint:Dedups key=a "docs" // want `write //mcplint:dedupes in lower case`
	const i = "i"

	//mcplint: // want `unknown directive; there are read, write, `
	const j = "j"

	//	//mcplint:read "an example in a comment"
	const m = "m"
}

// mcplint:calmly reads this.
const k = "k"

// See //mcplint:read in the documentation.
const l = "l"

//mcplints:read "another tool"
const n = "n"
