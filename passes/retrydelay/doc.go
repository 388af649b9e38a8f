// Package retrydelay defines an Analyzer that reports hand-written clients of
// event streams that reconnect without waiting as long as the server asked,
// or that give a call up although they could resume its stream.
//
// # Analyzer retrydelay
//
// retrydelay: report reconnects that ignore the server's retry field
//
// Since the 2025-11-25 edition of the protocol a server may close the
// connection of an event stream at any time after it has sent an event id, and
// lets the client come back for the rest: it says with the retry field how
// many milliseconds the client has to wait. A client that comes back at once,
// or after a delay of its own, defeats what the field is for, and a server that
// relies on it sees a reconnect storm. Earlier editions say nothing of the
// field, but the standard of server-sent events, on which they rest, has it.
//
// Likewise the end of a stream is no failure there. A client that fails the
// call when the stream of its answer ends, although it has kept an event id
// and has the means to resume, calls an outcome unknown that the server may
// still deliver.
//
// Unsafe:
//
//	for {
//		resp, err := c.open(ctx, lastID)
//		if err != nil {
//			return err
//		}
//		lastID, err = c.read(resp.Body) // never looks at "retry:"
//		time.Sleep(time.Second)
//	}
//
// Safe:
//
//	delay := time.Second // until the server asks for another one
//	for {
//		…
//		lastID, retry, err = c.read(resp.Body)
//		if retry > 0 {
//			delay = retry
//		}
//		time.Sleep(delay)
//	}
//
// It is silent where the delay is made of what the retry field said, whatever
// it is while none was seen, where a stream is not opened again, for libraries
// that wait by themselves, on the stream of HTTP+SSE, the transport of
// 2024-11-05 (its first event, endpoint, says where to post), of whose being
// opened again that edition says nothing, and in code that speaks only editions
// from 2026-07-28 on, which have no resumption.
//
// Class N where the code names the 2025-11-25 edition, whose clients MUST wait
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server),
// else D; giving a call up contradicts a SHOULD of the same section. The field
// itself: https://html.spec.whatwg.org/multipage/server-sent-events.html.
package retrydelay
