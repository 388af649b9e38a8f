// Package retrybudget defines an Analyzer that reports repetitions of safe
// requests that have no bound or no delay.
//
// # Analyzer retrybudget
//
// retrybudget: report retry storms of safe requests
//
// To read again, or to connect again, does no harm to what a client is
// responsible for, and may be done without evidence. It does harm to the
// server: one that is down, or slow, is called again by every client at once,
// as fast as it can refuse, and cannot come back. So a repetition of requests
// needs a budget: a wait that grows, and an end.
//
// The analyzer reports repetitions of what is safe to send again (tools that
// read, lists, resources, prompts, ping, the handshake), in loops and with retry
// libraries,
//
//   - that go on at once: nothing in the loop waits, and it goes round more than
//     three times;
//   - that go on without an end: nothing but success, and the kind of error,
//     ends them, no count, no deadline, no context;
//   - that follow a refusal for want of authorization, of headers or of a
//     version (401, 403, -32020, -32021, -32022) and are not counted, whatever
//     is called.
//
// Unsafe:
//
//	for {
//		session, err := client.Connect(ctx, transport, nil)
//		if err == nil {
//			return session, nil
//		}
//	}
//
// Safe:
//
//	for delay := time.Second; ; delay = min(2*delay, time.Minute) {
//		session, err := client.Connect(ctx, transport, nil)
//		if err == nil {
//			return session, nil
//		}
//		select {
//		case <-ctx.Done():
//			return nil, ctx.Err()
//		case <-time.After(delay):
//		}
//	}
//
// It is silent on polls, which go on after success; on loops that are about
// something else in each round (the next page, the next server); on loops that
// wait for anything, call a function that is given a duration or named like
// something that waits, or a func value out of sight; on up to three rounds; and
// on everything with a consequence, which retrywrite judges.
//
// It runs if it is asked for: -with=retrybudget.
//
// Class S. A client steps up authorization no more than a few times
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#step-up-authorization-flow,
// https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#step-up-authorization-flow),
// and chooses a version that both sides know
// (https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation);
// for other requests the specification only asks for timeouts
// (https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#timeouts).
package retrybudget
