// Package rpc has the errors of a client in another package.
package rpc

import (
	"context"
	"errors"
)

// An Error is an error of the peer.
type Error struct {
	Code int    `json:"code"`
	Text string `json:"message"`
}

func (e *Error) Error() string { return e.Text }

// The codes of the 2026-07-28 edition.
const (
	HeaderMismatch     = -32020
	MissingCapability  = -32021
	UnsupportedVersion = -32022
)

// IsModern reports whether only a modern server gives an error.
func IsModern(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case HeaderMismatch, MissingCapability, UnsupportedVersion:
		return true
	}
	return false
}

// IsUnknown reports whether a method is unknown.
func IsUnknown(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == -32601
}

// A Conn sends.
type Conn interface {
	Call(ctx context.Context, method string, params any) error
}

// Discover asks what the server speaks.
func Discover(ctx context.Context, c Conn) error { return c.Call(ctx, "server/discover", nil) }

// Initialize is the handshake of older editions.
func Initialize(ctx context.Context, c Conn) error { return c.Call(ctx, "initialize", nil) }
