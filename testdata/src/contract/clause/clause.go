// Package clause holds directives on its package clause.
//
//mcplint:read "docs" // want `//mcplint:read on a package clause lacks tool=`
//mcplint:read tool=get_*,list_* "docs"
//mcplint:write tool=pay
//mcplint:write tool=[ // want `malformed pattern "\["`
//mcplint:dedupes tool=pay key=id "docs"
//mcplint:confirms // want `//mcplint:confirms belongs on a function that returns bool; here it stands on a package clause`
package clause //mcplint:write tool=send_*
