// Package settings holds contracts that the settings of the test contradict:
// -write=ge* and -read=pay.
package settings

//mcplint:read "docs" // want `this read contract on "get" has no effect: -write=ge\* says write, and write wins`
const get = "get"

//mcplint:write // want `this write contract on "pay" contradicts -read=pay, which says read; write wins`
const pay = "pay"

//mcplint:write
const other = "other"
