// Package inputrequired defines an Analyzer that reports rounds that go on
// with a wrong requestState, and results that ask for input and are taken for
// complete.
//
// # Analyzer inputrequired
//
// inputrequired: report wrong requestState and results taken for complete too early
//
// Since 2026-07-28 the answer to a tools/call need not be the end of it. A
// result of type input_required says that the server has not finished, often
// not begun: the client gathers what inputRequests ask for, and sends the call
// again, as a new request, with inputResponses and with the requestState of
// that result. The state is the server's memory of the call. It is opaque, and
// it belongs to this call alone: a server that gets another one, or none, may
// book the wrong seat, book it anew, or trust what it must not. A result of
// type task says that the work goes on elsewhere, and of an unknown type that
// the client does not understand what became of the call.
//
// The analyzer reports
//
//   - calls that go on after input_required without the requestState of that
//     result, or with one that is altered, made up, or comes from the result of
//     another call, and code that takes a requestState apart;
//   - results that are taken for complete although they need not be: with
//     go-sdk when its own rounds are switched off and nothing asks NeedsInput,
//     or the answer is only logged; in tests of resultType that let task or
//     unknown types through; and in hand-written clients of the modern edition
//     that decode the results of tools and never look at resultType.
//
// Unsafe:
//
//	res, err := session.CallTool(ctx, params) // MultiRoundTrip.Disabled: true
//	if err == nil && res.NeedsInput() {
//		params.InputResponses = answer(res.InputRequests)
//		res, err = session.CallTool(ctx, params) // the server's state is lost
//	}
//
// Safe:
//
//	for err == nil && res.NeedsInput() {
//		params.InputResponses = answer(res.InputRequests)
//		params.RequestState = res.RequestState
//		res, err = session.CallTool(ctx, params)
//	}
//
// It is silent on states that are echoed, stored, encrypted or fetched again,
// as far as it cannot see that they are changed; on the rounds that the SDKs
// make by themselves, which are the default of go-sdk and all that mcp-go has;
// on results that are given on to a caller; on clients that speak only
// editions before 2026-07-28, or tell editions apart; and on what servers do
// with the states that they make.
//
// Class N for the state: a client echoes requestState exactly, does not
// inspect, parse or change it, makes none up, and uses it for no other request
// (https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow).
// Class D for the result types: input_required is incomplete, a type that the
// client does not know is invalid, and only complete, or no type, is the end
// (https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype);
// any tools/call may be answered with a task
// (https://modelcontextprotocol.io/extensions/tasks/overview).
package inputrequired
