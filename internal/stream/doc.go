// Package stream recognises what client code does with streams and sessions:
// the headers it sets, its HTTP exchanges, the fields of server-sent events it
// takes apart, the cursors it keeps, the ways round on which it opens a
// stream again, the JSON-RPC methods it sends, and the edition of the
// protocol that it shows.
//
// It goes by types, by the words of the protocol and by the flow of values,
// never by the names that a program gives to things. It knows no rule: the
// passes ask it questions.
package stream
