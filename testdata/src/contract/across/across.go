// Package across holds contracts that disagree with those of a package it
// imports.
package across

import "cases/contract/names"

//mcplint:read "docs" // want `this read contract on "pay" has no effect: cases/contract/names/names.go:\d+ says write, and write wins; remove one of them`
const pay = "pay"

//mcplint:write // want `this write contract on "get" contradicts cases/contract/names/names.go:\d+, which says read; write wins; remove one of them`
const get = "get"

//mcplint:dedupes key=request_id window=1h "docs" // want `disagrees with that at cases/contract/names/names.go:\d+ \(dedupes key=arguments.request_id window=24h0m0s\)`
const book = "book"

//mcplint:read "docs"
const other = names.Get + "_other"
