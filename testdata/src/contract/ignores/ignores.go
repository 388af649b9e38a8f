// Package ignores holds suppressions with something wrong. What they suppress
// is tested where the rules are.
package ignores

//mcplint:ignore // want `//mcplint:ignore lacks the rules and the reason`
func a() {}

//mcplint:ignore retrywrite // want `//mcplint:ignore lacks its reason`
func b() {}

//mcplint:ignore retrywrit the server dedupes // want `//mcplint:ignore names no rule "retrywrit"; did you mean retrywrite\?`
func c() {}

//mcplint:ignore everything because // want `//mcplint:ignore names no rule "everything"; there are contract, eramix, `
func d() {}

//mcplint:ignore retrywrite, httpretry because // want `//mcplint:ignore has a blank in its list of rules`
func e() {}

//mcplint:ignore retrywrite - // want `lacks its reason`
func f() {}

//mcplint:ignore retrywrite the server "dedupes // want `//mcplint:ignore covers nothing: no statement or declaration begins on the next line`

func g() {
	//mcplint:ignore retrywrite,freshkey it's the server's "own retry
	for range 3 {
		f()
	}
	f() //mcplint:ignore retrywrite it is a read, see https://example.com/docs // for the reader
	//mcplint:ignore retrywrite the last line of a block // want `covers nothing`
}

//mcplint:ignore contract the evidence is in the next review
//mcplint:read
const h = "h"

//mcplint:ignore contract nothing is wrong here // want `this //mcplint:ignore suppresses no finding of contract; remove contract from it`
const i = "i"

const j = "j" //mcplint:ignore contract,retrywrite nothing // want `suppresses no finding of contract`
