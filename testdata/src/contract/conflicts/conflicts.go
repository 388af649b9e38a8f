// Package conflicts holds contracts that disagree.
//
//mcplint:read tool=all_* "docs" // want `this read contract on "all_\*" has no effect: cases/contract/conflicts/conflicts.go:\d+ says write, and write wins`
//mcplint:write tool=all*
//mcplint:read tool=get_* "docs"
package conflicts

//mcplint:read "docs" // want `this read contract on "a" has no effect: cases/contract/conflicts/conflicts.go:\d+ says write, and write wins`
const a = "a"

//mcplint:write
const aAgain = "a"

//mcplint:read "docs" // want `this read contract on "b" has no effect`
//mcplint:write
const b = "b"

// An exception to the contract on the package clause.
//
//mcplint:write
const getAndLock = "get_and_lock"

// One write on the package clause covers it.
//
//mcplint:read "docs" // want `this read contract on "all_of_it" has no effect`
const allOfIt = "all_of_it"

//mcplint:write
//mcplint:read "docs" // want `this read contract on "both" has no effect`
func both() {}

//mcplint:read "docs" // want `this read contract on "variable" has no effect`
//mcplint:write
var variable = "variable"

//mcplint:dedupes key=id window=24h scope=account "docs"
const d = "d"

//mcplint:dedupes key=id window=1h "docs" // want `this contract \(dedupes key=arguments.id window=1h0m0s\) disagrees with that at cases/contract/conflicts/conflicts.go:\d+ \(dedupes key=arguments.id window=24h0m0s scope=account\)`
const dAgain = "d"

//mcplint:dedupes key=other window=1h "docs"
const dOther = "d"

//mcplint:dedupes key=id scope=account "docs"
const dSame = "d"

//mcplint:dedupes key=id scope=a "docs"
//mcplint:dedupes key=id scope=b "docs" // want `disagrees`
func dedupes() {}
