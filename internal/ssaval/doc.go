// Package ssaval answers small questions about SSA values, calls and types,
// which most rooms of the engine ask: which function a call names, which
// constant a value is, which field is selected, what comes before what.
//
// The answers are those of one look at the program: nothing here follows a
// value through memory or across calls, which is what internal/identity and
// internal/outcome are for.
package ssaval
