// Package names holds the tools of a server, for the clients that import it.
package names

//mcplint:read "docs/tools.md#get"
const Get = "get"

//mcplint:write
const Pay = "pay"

//mcplint:dedupes key=request_id window=24h "docs/tools.md#book"
const Book = "book"
