// Package eventcursor defines an Analyzer that reports event ids that are
// taken for more than what they are, and cursors that are lost.
//
// # Analyzer eventcursor
//
// eventcursor: report event ids that are parsed, shared between streams or lost
//
// The id of an event is a cursor within one stream: a string that the server
// chose, to be sent back as it is in Last-Event-ID. No edition gives ids an
// order, a successor or a numeric form, so a client that parses them, compares
// them with < or counts them on works with one server and loses events with
// the next. The analyzer reports
//
//   - event ids that are parsed as numbers or compared for order, and cursors
//     that the client counts itself;
//   - one cursor for several streams: for the answers of requests and the GET
//     stream, or for several servers. An id of one stream presented for
//     another replays nothing of the other, or the wrong events;
//   - a cursor that an event without an id, or a stream that drops before the
//     first one, sets to empty: the id of the last event that has one stays
//     valid. So does one that only the reader of a stream knows, where the next
//     message opens the stream again;
//   - a cursor that is not moved by events without data. A server primes a
//     stream with such an event so that the client can come back;
//   - a resume without the Mcp-Session-Id that the other requests have, or
//     without MCP-Protocol-Version: clients MUST send both with every later
//     request.
//
// Unsafe:
//
//	n, _ := strconv.Atoi(event.ID)
//	req.Header.Set("Last-Event-ID", strconv.Itoa(n+1))
//
// Safe:
//
//	if event.ID != "" {
//		stream.lastID = event.ID // kept per stream, even if event.Data is empty
//	}
//	…
//	req.Header.Set("Last-Event-ID", stream.lastID)
//
// It is silent on equality, on ids that are stored and sent back verbatim, on
// servers' own event stores, and inside functions marked with
// //mcplint:eventorder, whose evidence says that the server documents its ids.
//
// Class D; S for the cursor of an event without data, N for the missing
// headers.
//
// Sources:
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery,
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management,
// https://html.spec.whatwg.org/multipage/server-sent-events.html.
package eventcursor
