// Package grammar holds directives with one thing wrong each, and the same
// without it.
package grammar

//mcplint:raed "docs" // want `unknown directive //mcplint:raed; did you mean //mcplint:read\?`
const a1 = "a1"

//mcplint:frobnicate // want `unknown directive //mcplint:frobnicate; there are read, write, `
const a2 = "a2"

//mcplint:read"docs" // want `unknown directive //mcplint:read"docs"; put a blank after //mcplint:read`
const a3 = "a3"

//mcplint:read // want `//mcplint:read lacks its evidence: say in one quoted string, last, why the tool has no consequential effect`
const a4 = "a4"

//mcplint:read "" // want `the evidence of //mcplint:read is empty`
const a5 = "a5"

//mcplint:read "one" "two" // want `//mcplint:read has more than one evidence`
const a6 = "a6"

//mcplint:read "one" really // want `"really" stands behind the evidence`
const a7 = "a7"

//mcplint:read because it reads // want `"because" is neither key=value nor a quoted string` `"it" is neither` `"reads" is neither` `lacks its evidence`
const a8 = "a8"

//mcplint:read "open // want `//mcplint:read has a malformed quoted string`
const a9 = "a9"

//mcplint:read 'docs' // want `"'docs'" is neither key=value nor a quoted string` `lacks its evidence`
const a10 = "a10"

//mcplint:read window=1h "docs" // want `//mcplint:read knows no window=; it knows tool=`
const a11 = "a11"

//mcplint:read tool=get_x "docs" // want `tool= belongs on a package clause`
const a12 = "a12"

//mcplint:read "docs"
//mcplint:read "more docs" // want `//mcplint:read is repeated`
const a13 = "a13"

//mcplint:write and "why" // want `"and" is neither`
const a14 = "a14"

// Both ways of quoting, and a comment behind.

//mcplint:read "docs // not a comment" // a comment
const ok1 = "ok1"

//mcplint:read `docs`
const ok2 = "ok2"

//mcplint:write // it charges a card
const ok3 = "ok3"

//mcplint:write "it charges a card"
const ok4 = "ok4"

// Deduplication.

//mcplint:dedupes window=24h scope=account "docs" // want `//mcplint:dedupes lacks key=`
const d1 = "d1"

//mcplint:dedupes key=request_id window=24h // want `//mcplint:dedupes lacks its evidence: say in one quoted string, last, where the server promises`
const d2 = "d2"

//mcplint:dedupes key=a key=b "docs" // want `//mcplint:dedupes has more than one key=`
const d3 = "d3"

//mcplint:dedupes key= "docs" // want `key= of //mcplint:dedupes is empty` `//mcplint:dedupes lacks key=`
const d4 = "d4"

//mcplint:dedupes key=a.b "docs" // want `"a.b" is ambiguous: write arguments.name`
const d5 = "d5"

//mcplint:dedupes key=arguments..b "docs" // want `"arguments..b" has an empty element`
const d6 = "d6"

//mcplint:dedupes key=header:Not/A/Token "docs" // want `"Not/A/Token" is not the name of an HTTP header`
const d7 = "d7"

//mcplint:dedupes key=cookie:x "docs" // want `"cookie:" is no place of a key`
const d8 = "d8"

//mcplint:dedupes key=a window=forever "docs" // want `"forever" is not a positive duration such as 24h or 30d`
const d9 = "d9"

//mcplint:dedupes key=a window=-1h "docs" // want `"-1h" is not a positive duration`
const d10 = "d10"

//mcplint:dedupes key=a window=0s "docs" // want `"0s" is not a positive duration`
const d11 = "d11"

//mcplint:dedupes kee=a "docs" // want `//mcplint:dedupes knows no kee=; did you mean key=\?` `//mcplint:dedupes lacks key=`
const d12 = "d12"

//mcplint:dedupes key=arguments.payment.key window=30d scope=account "docs"
//mcplint:dedupes key=meta:example.com/key "docs"
//mcplint:dedupes key=header:Idempotency-Key window=24h "docs"
//mcplint:dedupes key=request_id window=1d12h "docs"
const okDedupes = "ok_dedupes"

//mcplint:dedupes key=a "docs"
//mcplint:dedupes key=a "other docs" // want `//mcplint:dedupes is repeated`
const d13 = "d13"
